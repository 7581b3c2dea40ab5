import { Link, useNavigate } from "@remix-run/react";
import { type ChangeEvent, type FormEvent, useEffect, useId, useState } from "react";
import { showDone } from "#app/components/staff/kit/use-command.ts";
import { readPicture } from "#app/components/staff/products/picture-field.tsx";
import { UnsavedGuard, useDraft } from "#app/components/staff/unsaved-changes.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { FieldError, SelectField, TextareaField, TextField } from "#app/components/ui/fields.tsx";
import { LooseImage } from "#app/components/ui/loose-image.tsx";
import { Notice } from "#app/components/ui/notice.tsx";
import { pictures } from "#app/components/ui/pictures.ts";
import { showToast } from "#app/lib/notice-toasts.tsx";
import { serverMessage, trpc } from "#app/lib/trpc.ts";
import { contentCommands } from "#server/content/content.schema.ts";
import type { ArticleStatus, StaffArticle } from "#server/content/content-views.ts";
import { PICTURE_LIMIT_TEXT, PICTURE_TYPES } from "#server/media/media-address.ts";
import { DeleteButton } from "./delete-button.tsx";
import { MarkdownField } from "./markdown-field.tsx";

const LIST = "/admin/content";
const NOT_SAVED = "The article was not saved. Please try again.";

/** Writes an article, or a new one: a draft until it is published. Nothing that is typed is lost on a refusal. */
export function ArticleEditor({ article }: { article: StaffArticle | null }) {
  const navigate = useNavigate();
  const utils = trpc.useUtils();
  const [saved, setSaved] = useState(article);
  /** What somebody else has saved meanwhile, once the server has said so. */
  const [theirs, setTheirs] = useState<StaffArticle>();
  const [leaveFor, setLeaveFor] = useState<string>();
  const { typed, set, dirty, begin } = useDraft(textsOf(article));

  const save = trpc.content.saveArticle.useMutation({
    onSuccess: (now) => {
      setSaved(now);
      setTheirs(undefined);
      begin(textsOf(now));
      void utils.content.articles.invalidate();
      showDone(contentCommands.saveArticle, now);
      if (!article) setLeaveFor(`${LIST}?article=${now.id}`);
    },
    onError: async (error) => {
      showToast({ kind: "error", title: "Not saved", description: serverMessage(error, NOT_SAVED) });
      if (error.data?.reason !== "conflict" || !saved) return;
      setTheirs(await utils.content.article.fetch({ id: saved.id }, { staleTime: 0 }));
    },
  });
  const remove = trpc.content.deleteArticle.useMutation({
    onSuccess: () => {
      begin(typed);
      setLeaveFor(LIST);
      showDone(contentCommands.deleteArticle, undefined);
    },
  });
  // After the render in which nothing is unsaved any more, so that the guard lets it pass.
  useEffect(() => {
    if (leaveFor && !dirty) navigate(leaveFor, { replace: true });
  }, [leaveFor, dirty, navigate]);

  const send = (status: ArticleStatus) => {
    const base = theirs ?? saved;
    save.mutate({ ...typed, status, seen: base ? { id: base.id, seenVersion: base.version } : undefined });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send(saved?.status ?? "draft");
  };
  const refused = save.error?.data?.fields;
  const refusal = save.error ?? remove.error;
  const isPublished = saved?.status === "published";
  return (
    <form onSubmit={submit} aria-label="Article" className="grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-5">
      <UnsavedGuard dirty={dirty} />
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-xl">{saved ? `Edit “${saved.title}”` : "New article"}</h2>
        <p className="flex flex-wrap gap-4 text-sm">
          {isPublished && (
            <Link to={`/blog/${saved.slug}`} className="text-moss underline">
              See it on the site
            </Link>
          )}
          <Link to={LIST} className="text-moss underline">
            All articles
          </Link>
        </p>
      </header>
      {refusal && (
        <Notice tone="error" title={serverMessage(refusal, NOT_SAVED)}>
          {theirs && (
            <>
              <p>What you typed is still here. Saving again replaces what is saved by it.</p>
              <Button
                type="button"
                variant="secondary"
                size="small"
                className="mt-3"
                onClick={() => {
                  setSaved(theirs);
                  begin(textsOf(theirs));
                  setTheirs(undefined);
                  save.reset();
                }}
              >
                Take what is saved
              </Button>
            </>
          )}
        </Notice>
      )}
      <TextField
        label="Title"
        value={typed.title}
        onChange={(event) => set({ title: event.currentTarget.value })}
        errors={refused?.title}
        maxLength={200}
        required
      />
      <TextareaField
        label="Excerpt"
        hint="What the list of articles and search engines show."
        value={typed.excerpt}
        onChange={(event) => set({ excerpt: event.currentTarget.value })}
        errors={refused?.excerpt}
        maxLength={500}
        rows={3}
      />
      <PictureChoice
        value={typed.imageUrl}
        onChange={(imageUrl) => set({ imageUrl })}
        errors={refused?.imageUrl}
      />
      <TextField
        label="Alternative text"
        hint="What the picture shows, for whoever does not see it."
        value={typed.imageAlt}
        onChange={(event) => set({ imageAlt: event.currentTarget.value })}
        errors={refused?.imageAlt}
        maxLength={300}
      />
      <MarkdownField
        label="Text"
        value={typed.body}
        onChange={(body) => set({ body })}
        errors={refused?.body}
        rows={20}
      />
      <div className="flex flex-wrap items-center gap-3">
        <Button pending={save.isPending}>{isPublished ? "Save" : "Save draft"}</Button>
        <Button
          type="button"
          variant="secondary"
          disabled={save.isPending}
          onClick={() => send(isPublished ? "draft" : "published")}
        >
          {isPublished ? "Make it a draft again" : "Publish"}
        </Button>
        {saved && (
          <DeleteButton
            name={saved.title}
            pending={remove.isPending}
            onDelete={() => remove.mutate({ id: saved.id, seenVersion: saved.version })}
          />
        )}
        <p role="status" className="text-sm text-ink-soft">
          {dirty && "Not saved yet"}
        </p>
      </div>
    </form>
  );
}

function textsOf(article: StaffArticle | null) {
  const { title = "", excerpt = "", body = "", imageUrl = "", imageAlt = "" } = article ?? {};
  return { title, excerpt, body, imageUrl, imageAlt };
}

interface PictureChoiceProps {
  /** An address of the shop's own, or a chosen file as a data URL. */
  value: string;
  onChange: (value: string) => void;
  errors: string[] | undefined;
}

const ownPictures = Object.keys(pictures).map((name) => ({ value: `/pictures/${name}.jpg`, label: name }));

/** One of the shop's pictures, or a file. */
function PictureChoice({ value, onChange, errors }: PictureChoiceProps) {
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
