"""The appliance: the only package that opens cameras, pins, files and ports."""
