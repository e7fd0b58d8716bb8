"""Laying leafwatch down as an appliance: what is done as a list that can be read before it happens."""
