import { type ChangeEvent, useId, useState } from "react";
import { FieldError, SelectField } from "#app/components/ui/fields.tsx";
import { LooseImage } from "#app/components/ui/loose-image.tsx";
import { pictures } from "#app/components/ui/pictures.ts";
import { PICTURE_LIMIT_TEXT, PICTURE_TYPES } from "#server/media/media-address.ts";
import { readPicture } from "../products/read-picture.ts";

interface PictureChoiceProps {
  /** An address of the shop's own, or a chosen file as a data URL. */
  value: string;
  onChange: (value: string) => void;
  errors: string[] | undefined;
}

const ownPictures = Object.keys(pictures).map((name) => ({ value: `/pictures/${name}.jpg`, label: name }));

/** One of the shop's pictures, or a file. */
export function PictureChoice({ value, onChange, errors }: PictureChoiceProps) {
  const fileId = useId();
  const [refusal, setRefusal] = useState<string>();
  const isOther = value !== "" && !ownPictures.some((picture) => picture.value === value);

  const take = async (event: ChangeEvent<HTMLInputElement>) => {
    const input = event.currentTarget;
    const file = input.files?.[0];
    if (!file) return;
    const read = await readPicture(file).catch(() => ({ refusal: "The file could not be read." }));
    setRefusal("refusal" in read ? read.refusal : undefined);
    if ("dataUrl" in read) onChange(read.dataUrl);
    else input.value = "";
  };

  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1.5 text-sm font-medium">Picture</legend>
      <div className="flex flex-wrap items-start gap-4">
        <LooseImage
          src={value}
          alt="Preview of the picture"
          className="h-28 w-48 shrink-0 rounded-lg border border-line object-cover"
        />
        <div className="grid min-w-56 flex-1 gap-3">
          <SelectField
            label="One of the shop's pictures"
            value={isOther ? "other" : value}
            onChange={(event) => onChange(event.currentTarget.value)}
            errors={errors}
            options={[
              { value: "", label: "No picture" },
              ...(isOther ? [{ value: "other", label: "The uploaded picture", disabled: true }] : []),
              ...ownPictures,
            ]}
          />
          <label htmlFor={fileId} className="text-sm font-medium">
            Or upload one
          </label>
          <input
            id={fileId}
            type="file"
            accept={PICTURE_TYPES}
            aria-describedby={`${fileId}-limit ${fileId}-error`}
            aria-invalid={refusal !== undefined || undefined}
            onChange={(event) => void take(event)}
            className="w-full min-w-0 text-sm file:mr-3 file:min-h-9 file:rounded-full file:border file:border-line-strong file:bg-transparent file:px-4 file:text-ink"
          />
          <p id={`${fileId}-limit`} className="text-sm text-ink-soft">
            {PICTURE_LIMIT_TEXT}
          </p>
          <div role="alert">
            <FieldError id={`${fileId}-error`} errors={refusal ? [refusal] : undefined} />
          </div>
        </div>
      </div>
    </fieldset>
  );
}
