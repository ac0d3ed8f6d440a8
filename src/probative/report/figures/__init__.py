"""Static pictures of findings with matplotlib (extra `plots`), drawn only from the values that findings hold."""

from probative.report.figures.drawing import draw_findings, drawable, picture_data
from probative.report.figures.kinds import PICTURES
from probative.report.figures.saving import check_picture_file, save_picture

__all__ = ["PICTURES", "check_picture_file", "draw_findings", "drawable", "picture_data", "save_picture"]
