"""The bundled example and the script that made it."""
