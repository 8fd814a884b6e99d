"""Reads CloudFormation templates. A function such as `!Ref x` becomes `{"Ref": "x"}`."""

import yaml


class Loader(yaml.SafeLoader):
    """YAML with CloudFormation's tags."""


def construct_function(loader, name, node):
    if isinstance(node, yaml.ScalarNode):
        return {name: loader.construct_scalar(node)}
    if isinstance(node, yaml.SequenceNode):
        return {name: loader.construct_sequence(node, deep=True)}
    return {name: loader.construct_mapping(node, deep=True)}


Loader.add_multi_constructor("!", construct_function)


def load(file):
    return yaml.load(file.read_text(encoding="utf-8"), Loader)
