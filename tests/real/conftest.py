"""The folders of the real models, made where they are asked for; tests of this folder are marked `real`."""

import pytest

from tests.helpers.real_models import NoRegistry, folder


def folder_of(name):
    @pytest.fixture(scope="session")
    def made():
        try:
            return folder(name)
        except NoRegistry as error:
            pytest.skip(str(error))

    return made


smollm2 = folder_of("smollm2-bf16")
smollm2_8bit = folder_of("smollm2-8bit")
smollm2_4bit = folder_of("smollm2-4bit")
smollm2_12_layers = folder_of("smollm2-12-layers")
gemma3 = folder_of("gemma3-270m")
gemma3_4bit = folder_of("gemma3-270m-4bit")
