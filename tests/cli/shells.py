"""The programs that read what halfspace writes for shells and manuals."""
import shutil


def installed(shell):
    path = shutil.which(shell)
    assert path, f"{shell} is not installed; ./dev test installs it (tools/packages.txt)"
    return path
