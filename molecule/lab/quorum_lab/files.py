"""Files that the lab writes in a host."""


def put(path: str, text: str, mode: int) -> str:
    """Shell lines that write the file with a rename at the end."""
    folder = path.rpartition("/")[0]
    return (
        f"mkdir -p {folder}\n(umask 077; cat > {path}.new <<'LAB-END'\n{text.rstrip()}\nLAB-END\n)\n"
        f"chmod {mode:o} {path}.new\nmv {path}.new {path}"
    )
