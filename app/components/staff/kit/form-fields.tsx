import { ImageUp } from "lucide-react";
import {
  type ComponentProps,
  type DragEvent,
  type InputHTMLAttributes,
  type ReactNode,
  useContext,
  useId,
  useRef,
  useState,
} from "react";
import { MarkdownText } from "#app/components/content/markdown-text.tsx";
import { classNames } from "#app/components/ui/class-names.ts";
import {
  CheckboxField,
  FieldError,
  FieldFrame,
  type FieldOf,
  type FieldProps,
  FieldsOfForm,
  SelectField,
  TextareaField,
  TextField,
} from "#app/components/ui/fields.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { LooseImage } from "#app/components/ui/picture.tsx";
import { SmallButton } from "#app/components/ui/small-actions.tsx";
import { serverMessage, trpc } from "#app/lib/trpc.ts";
import {
  MAX_PICTURE_BYTES,
  PICTURE_LIMIT_TEXT,
  PICTURE_TOO_LARGE,
  PICTURE_TYPES,
  pictureFormatOf,
  wrongPictureType,
} from "#server/media/media-address.ts";

/** What the form around says of its fields, for parts of staff's forms that are more than one field. */
export function useFieldsOfForm(): FieldOf {
  const fieldOf = useContext(FieldsOfForm);
  if (!fieldOf) throw new Error("No form around says what its fields are");
  return fieldOf;
}

interface FileFieldProps extends Pick<InputHTMLAttributes<HTMLInputElement>, "accept" | "multiple"> {
  label: string;
  /** Its name in the form around it. */
  field: string;
  /** Of the files, where their field is called otherwise. */
  name?: string;
  hint?: string;
  className?: string;
}

/** Chooses files that go with a form. */
export function FileField({ label, field, name = field, hint, className, ...input }: FileFieldProps) {
  const { id, errors } = useFieldsOfForm()(field);
  const [hintId, errorId] = [`${id}-limit`, `${id}-error`];
  return (
    <FieldFrame label={label} controlId={id} {...{ hint, hintId, errorId, errors }}>
      <input
        {...input}
        id={id}
        type="file"
        name={name}
        aria-invalid={errors ? true : undefined}
        aria-describedby={[hint && hintId, errors && errorId].filter(Boolean).join(" ") || undefined}
        className={classNames(
          "w-full min-w-0 text-sm font-normal file:mr-3 file:min-h-9 file:rounded-full file:border file:border-line-strong file:px-4 file:text-ink",
          className ?? "file:bg-transparent",
        )}
      />
    </FieldFrame>
  );
}

/** How something is typed, where a table of fields says so. */
const typedAs = {
  text: {},
  email: { type: "email", inputMode: "email", spellCheck: false, autoComplete: "off" },
  tel: { type: "tel", autoComplete: "off" },
  url: { type: "url", spellCheck: false, autoComplete: "off", placeholder: "https://" },
  day: { type: "date" },
  count: { inputMode: "numeric" },
  decimal: { inputMode: "decimal" },
  pounds: { inputMode: "decimal" },
  fraction: { inputMode: "decimal" },
  rate: { inputMode: "decimal" },
} as const;

/** How something is typed or chosen. */
export type FieldKind = keyof typeof typedAs | "lines" | "choice" | "switch";

interface FieldOfKindProps extends FieldProps {
  kind: FieldKind;
  options?: ComponentProps<typeof SelectField>["options"] | undefined;
  required?: boolean;
  autoComplete?: string;
  className?: string | undefined;
}

/** A field as a table of fields describes it. */
export function FieldOfKind({ kind, options = [], autoComplete, ...field }: FieldOfKindProps) {
  if (kind === "switch") return <CheckboxField {...field} />;
  if (kind === "lines") return <TextareaField {...field} rows={3} />;
  if (kind === "choice") return <SelectField {...field} options={options} />;
  return <TextField {...field} autoComplete={autoComplete} {...typedAs[kind]} />;
}

interface MarkdownFieldProps {
  label: string;
  /** In the form around it. */
  name: string;
  rows: number;
}

/** Text in Markdown; the preview is made by the renderer of the public pages. */
export function MarkdownField({ label, name, rows }: MarkdownFieldProps) {
  const { defaultValue = "", errors } = useFieldsOfForm()(name);
  const [value, setValue] = useState(defaultValue);
  const preview = trpc.content.preview.useMutation();
  const isCurrent = preview.variables?.markdown === value;
  return (
    <div className="grid gap-3">
      <TextareaField
        label={label}
        name={name}
        hint="Markdown: ## heading, **bold**, *italic*, - list, [words](/products) for a link. HTML is shown as text."
        value={value}
        onChange={(event) => setValue(event.currentTarget.value)}
        errors={errors}
        rows={rows}
      />
      <div className="flex flex-wrap items-center gap-3">
        <SmallButton pending={preview.isPending} onClick={() => preview.mutate({ markdown: value })}>
          Preview {label.toLowerCase()}
        </SmallButton>
        <p role="status" className="text-sm text-ink-soft">
          {preview.data && !isCurrent && "The text has changed since this preview."}
        </p>
      </div>
      {preview.error && (
        <Notice tone="error" title={serverMessage(preview.error, "The preview could not be made.")} />
      )}
      {preview.data && (
        <section
          aria-label={`Preview of the ${label.toLowerCase()}`}
          className="rounded-xl border border-line p-6"
        >
          <MarkdownText html={preview.data.html} />
        </section>
      )}
    </div>
  );
}

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
  const [error, setError] = useState<string>();
  const [dragging, setDragging] = useState(false);

  const look = async (field: HTMLInputElement) => {
    const [file] = field.files ?? [];
    const read = file && (await readPicture(file).catch(() => ({ error: "The file could not be read." })));
    const isInvalid = read !== undefined && "error" in read;
    setError(isInvalid ? read.error : undefined);
    setChosen(read && "dataUrl" in read ? read.dataUrl : null);
    if (!isInvalid) return;
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
            aria-invalid={error !== undefined || undefined}
            onChange={(event) => void look(event.currentTarget)}
            className="w-full min-w-0 text-sm file:mr-3 file:min-h-9 file:rounded-full file:border file:border-line-strong file:bg-transparent file:px-4 file:text-ink"
          />
          <p id={`${fileId}-limit`} className="text-sm text-ink-soft">
            {PICTURE_LIMIT_TEXT}
          </p>
          <div role="alert">
            <FieldError id={`${fileId}-error`} errors={error ? [error] : undefined} />
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
async function readPicture(file: File): Promise<{ dataUrl: string } | { error: string }> {
  if (file.size > MAX_PICTURE_BYTES) return { error: PICTURE_TOO_LARGE };
  const head = new Uint8Array(await file.slice(0, 16).arrayBuffer());
  if (!pictureFormatOf(head)) return { error: wrongPictureType(head, file.type) };
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
