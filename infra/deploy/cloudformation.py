"""CloudFormation templates as data: functions (`!Ref`, `!Sub`, …) become their arguments, under their names."""

import yaml


class Loader(yaml.SafeLoader):
    """YAML with CloudFormation's tags."""


def function(loader, name, node):
    if isinstance(node, yaml.ScalarNode):
        return {name: loader.construct_scalar(node)}
    if isinstance(node, yaml.SequenceNode):
        return {name: loader.construct_sequence(node, deep=True)}
    return {name: loader.construct_mapping(node, deep=True)}


Loader.add_multi_constructor("!", function)


def load(file):
    return yaml.load(file.read_text(encoding="utf-8"), Loader)
