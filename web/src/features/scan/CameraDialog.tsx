import { useId, useState } from "react";
import { CameraOff, Check, Plus, RotateCcw, SwitchCamera, X } from "lucide-react";
import { TorchButton } from "../../ui/camera/TorchButton";
import { cameraProblem } from "../../ui/camera/camera-problem";
import { useCamera, type Facing } from "../../ui/camera/use-camera";
import { useCommon } from "../../ui/text/strings";
import { Button, IconButton } from "../../ui/widgets/Button";
import styles from "./CameraDialog.module.css";
import { captureFrame } from "./capture-frame";
import { useCameraStrings } from "virtual:strings/camera";
import { useScanStrings } from "virtual:strings/scan";
import { useModal } from "../../ui/widgets/Dialog";
import { usePreview } from "../../ui/hooks/use-preview";

type CameraState =
  { phase: "starting" } | { phase: "live" } | { phase: "failed"; error: unknown } | { phase: "captured"; photo: File };

interface CameraDialogProps {
  onClose: () => void;
  /** The maximum number of photos to take. */
  maxPhotos: number;
  onPhotos: (photos: readonly File[]) => void;
}

/** Takes photos of a receipt on the full screen (specification §4 and §8). A long receipt needs several. */
export default function CameraDialog({ onClose, maxPhotos, onPhotos }: CameraDialogProps) {
  const t = useScanStrings().camera;
  const camera = useCameraStrings();
  const common = useCommon();
  const titleId = useId();
  const [facing, setFacing] = useState<Facing>("environment");
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<CameraState>({ phase: "starting" });
  /** The photos of this receipt before the current one. */
  const [taken, setTaken] = useState<readonly File[]>([]);
  const photoUrl = usePreview(state.phase === "captured" ? state.photo : null);

  // It is stopped when a photo is taken. The resolution is for the small print of a receipt.
  const { video, torch, switchTorch, stop } = useCamera({
    facing,
    attempt,
    width: 2560,
    height: 1440,
    onPlaying: () => setState({ phase: "live" }),
    onFailed: (error) => setState({ phase: "failed", error }),
  });

  const photos = state.phase === "captured" ? [...taken, state.photo] : taken;
  const { element, close, question } = useModal({
    onClose,
    dirty: photos.length > 0,
    words: { title: t.discard(photos.length), text: t.discardText, keep: t.keep },
  });

  const restart = () => {
    setState({ phase: "starting" });
    setAttempt((before) => before + 1);
  };

  const capture = async () => {
    const element = video.current;
    if (!element) return;
    // Freezes the picture while it is encoded.
    element.pause();
    try {
      const photo = await captureFrame(element, Date.now());
      stop();
      setState({ phase: "captured", photo });
    } catch (error) {
      setState({ phase: "failed", error });
    }
  };

  return (
    <dialog {...element} aria-labelledby={titleId} className={`clip ${styles.camera}`}>
      <div className={`row split ${styles.top}`}>
        <IconButton tone="onDark" label={common.close} icon={<X size={24} aria-hidden />} onClick={close} />
        <h2 className="title" id={titleId}>
          {t.title}
        </h2>
        <TorchButton torch={torch} onSwitch={switchTorch} className="end" />
        <IconButton
          tone="onDark"
          label={t.switch}
          icon={<SwitchCamera size={22} aria-hidden />}
          disabled={state.phase === "captured"}
          onClick={() => {
            setState({ phase: "starting" });
            setFacing((before) => (before === "environment" ? "user" : "environment"));
          }}
        />
      </div>

      <div className="place center shrink">
        <video
          ref={video}
          muted
          playsInline
          aria-label={camera.live}
          className={`full ${styles.video}`}
          hidden={state.phase !== "live"}
        />
        {state.phase === "starting" && (
          <p role="status" className="stack gap-20 mid pad measure large text-center">
            {t.starting}
          </p>
        )}
        {state.phase === "live" && (
          <p className={`chip small ${styles.hint}`} role={taken.length > 0 ? "status" : undefined}>
            {taken.length > 0 ? t.next(taken.length) : t.hint}
          </p>
        )}
        {state.phase === "captured" && photoUrl !== null && (
          <img src={photoUrl} alt={t.captured} className={`full ${styles.video}`} />
        )}
        {state.phase === "failed" && (
          <div role="alert" className="stack gap-20 mid pad measure large text-center">
            <CameraOff size={40} strokeWidth={1.5} aria-hidden />
            <p>{cameraProblem(camera, state.error)}</p>
            <Button onClick={restart}>{common.retry}</Button>
            {photos.length > 0 && <Button onClick={() => onPhotos(photos)}>{t.use}</Button>}
          </div>
        )}
      </div>

      <div className={`row wrap centered gap-12 ${styles.bottom}`}>
        {state.phase === "captured" ? (
          <CapturedButtons
            onRetake={restart}
            onFurther={
              photos.length < maxPhotos
                ? () => {
                    setTaken(photos);
                    restart();
                  }
                : undefined
            }
            onUse={() => onPhotos(photos)}
          />
        ) : (
          <button
            type="button"
            className={`center ${styles.shutter}`}
            aria-label={t.capture}
            disabled={state.phase !== "live"}
            onClick={() => void capture()}
          >
            <span />
          </button>
        )}
      </div>
      {question}
    </dialog>
  );
}

interface CapturedButtonsProps {
  onRetake: () => void;
  /** Undefined if the receipt has the maximum number of photos. */
  onFurther: (() => void) | undefined;
  onUse: () => void;
}

function CapturedButtons({ onRetake, onFurther, onUse }: CapturedButtonsProps) {
  const t = useScanStrings().camera;
  return (
    <>
      <Button icon={<RotateCcw size={20} aria-hidden />} onClick={onRetake}>
        {t.retake}
      </Button>
      {onFurther && (
        <Button icon={<Plus size={20} aria-hidden />} onClick={onFurther}>
          {t.further}
        </Button>
      )}
      <Button variant="primary" icon={<Check size={20} aria-hidden />} onClick={onUse}>
        {t.use}
      </Button>
    </>
  );
}
