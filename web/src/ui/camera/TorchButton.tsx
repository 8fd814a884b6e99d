import { Flashlight, FlashlightOff } from "lucide-react";
import { useCameraStrings } from "virtual:strings/camera";
import { IconButton } from "../widgets/Button";
import type { Torch } from "./use-camera";

interface TorchButtonProps {
  torch: Torch;
  onSwitch: () => void;
  className?: string | undefined;
}

/** Switches the camera's light, if it has one. */
export function TorchButton({ torch, onSwitch, className }: TorchButtonProps) {
  const t = useCameraStrings();
  if (torch === "none") return null;
  const Icon = torch === "on" ? Flashlight : FlashlightOff;
  return (
    <IconButton
      tone="onDark"
      label={t.torch}
      aria-pressed={torch === "on"}
      className={className}
      icon={<Icon size={22} aria-hidden />}
      onClick={onSwitch}
    />
  );
}
