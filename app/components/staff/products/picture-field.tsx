import { ImageUp } from "lucide-react";
import { type DragEvent, type ReactNode, useId, useRef, useState } from "react";
import { classNames } from "#app/components/ui/class-names.ts";
import { FieldError } from "#app/components/ui/fields.tsx";
import { LooseImage } from "#app/components/ui/loose-image.tsx";
import { SmallButton } from "#app/components/ui/small-actions.tsx";
import {
  MAX_PICTURE_BYTES,
  PICTURE_LIMIT_TEXT,
  PICTURE_TOO_LARGE,
  PICTURE_TYPES,
  pictureFormatOf,
  wrongPictureType,
} from "#server/media/media-address.ts";

interface PictureFieldProps {
  address: string;
  /** The field of the address, which a chosen file goes before. */
  children: (isChosen: boolean) => ReactNode;
}

/** A picture: a file, dragged here or chosen, or an address; with what it will look like. */
export function PictureField({ address, children }: PictureFieldProps) {
  const fileId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<string>();
  const [dragging, setDragging] = useState(false);

  const look = async (field: HTMLInputElement) => {
    const [file] = field.files ?? [];
    const read = file && (await readPicture(file).catch(() => ({ refusal: "The file could not be read." })));
    const isRefused = read !== undefined && "refusal" in read;
    setRefusal(isRefused ? read.refusal : undefined);
    setChosen(read && "dataUrl" in read ? read.dataUrl : null);
    if (!isRefused) return;
    field.value = "";
    // What is refused is not typed.
    field.dispatchEvent(new Event("input", { bubbles: true }));
  };
  /** As if somebody had chosen it there; the form is told too. */
  const choose = (files: FileList | null) => {
    if (!input.current) return;
    if (files) input.current.files = files;
    else input.current.value = "";
    for (const event of ["input", "change"]) {
      input.current.dispatchEvent(new Event(event, { bubbles: true }));
    }
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setDragging(false);
    choose(event.dataTransfer.files);
  };
  const dropChosen = () => {
    choose(null);
    input.current?.focus();
  };

  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1.5 text-sm font-medium">Picture</legend>
      <div className="flex flex-wrap items-start gap-4">
        <LooseImage
          src={chosen ?? address}
          alt="Preview of the picture"
          className="size-28 shrink-0 rounded-lg border border-line object-cover"
        />
        {/* biome-ignore lint/a11y/noStaticElementInteractions: dragging is one more way to fill the field inside */}
        <div
          onDragOver={(event) => {
            event.preventDefault();
            setDragging(true);
          }}
          onDragLeave={() => setDragging(false)}
          onDrop={drop}
          className={classNames(
            "grid min-w-56 flex-1 gap-2 rounded-lg border border-dashed p-4",
            dragging ? "border-moss bg-moss-soft" : "border-line-strong",
          )}
        >
          <label htmlFor={fileId} className="flex items-center gap-2 text-sm font-medium">
            <ImageUp aria-hidden className="size-5" /> Drag a picture here or choose a file
          </label>
          <input
            ref={input}
            id={fileId}
            type="file"
            name="picture"
            accept={PICTURE_TYPES}
            aria-describedby={`${fileId}-limit ${fileId}-error`}
            aria-invalid={refusal !== undefined || undefined}
            onChange={(event) => void look(event.currentTarget)}
            className="w-full min-w-0 text-sm file:mr-3 file:min-h-9 file:rounded-full file:border file:border-line-strong file:bg-transparent file:px-4 file:text-ink"
          />
          <p id={`${fileId}-limit`} className="text-sm text-ink-soft">
            {PICTURE_LIMIT_TEXT}
          </p>
          <div role="alert">
            <FieldError id={`${fileId}-error`} errors={refusal ? [refusal] : undefined} />
          </div>
          {chosen && (
            <SmallButton onClick={dropChosen} className="w-fit">
              Keep the picture as it was
            </SmallButton>
          )}
        </div>
      </div>
      {children(chosen !== null)}
    </fieldset>
  );
}

/** A chosen file as a data URL, held against the limits before it is sent. */
async function readPicture(file: File): Promise<{ dataUrl: string } | { refusal: string }> {
  if (file.size > MAX_PICTURE_BYTES) return { refusal: PICTURE_TOO_LARGE };
  const head = new Uint8Array(await file.slice(0, 16).arrayBuffer());
  if (!pictureFormatOf(head)) return { refusal: wrongPictureType(head, file.type) };
  return { dataUrl: await dataUrlOf(file) };
}

function dataUrlOf(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error("The file could not be read"));
    reader.readAsDataURL(file);
  });
}
