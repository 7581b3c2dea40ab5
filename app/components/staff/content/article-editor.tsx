import { Link } from "@remix-run/react";
import { useState } from "react";
import { type CommandFields, NotSavedYet } from "#app/components/staff/kit/command-form.tsx";
import { PictureField } from "#app/components/staff/products/picture-field.tsx";
import { Button } from "#app/components/ui/button.tsx";
import { SelectField, TextareaField, TextField } from "#app/components/ui/fields.tsx";
import { pictures } from "#app/components/ui/pictures.ts";
import { contentCommands } from "#server/content/content.schema.ts";
import type { ArticleStatus, StaffArticle } from "#server/content/content-views.ts";
import { ContentEditor } from "./content-editor.tsx";
import { MarkdownField } from "./markdown-field.tsx";

const LIST = "/admin/content";

const ownPictures = Object.keys(pictures).map((name) => ({ value: `/pictures/${name}.jpg`, label: name }));

/** Writes an article, or a new one: a draft until it is published. */
export function ArticleEditor({ article }: { article: StaffArticle | null }) {
  const { title = "", excerpt = "", body = "", imageUrl = "", imageAlt = "" } = article ?? {};
  return (
    <ContentEditor
      label="Article"
      save={contentCommands.saveArticle}
      remove={contentCommands.deleteArticle}
      saved={article ? { ...article, name: article.title } : undefined}
      shown={{ title, excerpt, body, imageUrl, imageAlt }}
      afterSaving={({ id }) => (article ? undefined : `${LIST}?article=${id}`)}
      list={LIST}
      heading={
        <>
          <h2 className="text-xl">{article ? `Edit “${article.title}”` : "New article"}</h2>
          <p className="flex flex-wrap gap-4 text-sm">
            {article?.status === "published" && (
              <Link to={`/blog/${article.slug}`} className="text-moss underline">
                See it on the site
              </Link>
            )}
            <Link to={LIST} className="text-moss underline">
              All articles
            </Link>
          </p>
        </>
      }
    >
      {(form) => <ArticleFields article={article} {...form} />}
    </ContentEditor>
  );
}

interface ArticleFieldsProps extends CommandFields {
  article: StaffArticle | null;
}

function ArticleFields({ article, isUnsaved, field, submit }: ArticleFieldsProps) {
  const [body, setBody] = useState(article?.body ?? "");
  const [picture, setPicture] = useState(article?.imageUrl ?? "");
  // As the form began, also once somebody else saved another picture.
  const [saved] = useState(picture);
  const isUploaded = saved !== "" && !ownPictures.some(({ value }) => value === saved);
  const isPublished = article?.status === "published";
  const [status, other]: ArticleStatus[] = isPublished ? ["published", "draft"] : ["draft", "published"];
  return (
    <>
      <TextField label="Title" field={field("title", article?.title)} />
      <TextareaField
        label="Excerpt"
        hint="What the list of articles and search engines show."
        field={field("excerpt", article?.excerpt)}
        rows={3}
      />
      <PictureField address={picture}>
        {(isChosen) => (
          <SelectField
            label="One of the shop's pictures"
            field={field("imageUrl", saved)}
            {...(isChosen ? { hint: "The chosen file goes before this picture." } : {})}
            onChange={(event) => setPicture(event.currentTarget.value)}
            options={[
              { value: "", label: "No picture" },
              ...(isUploaded ? [{ value: saved, label: "The uploaded picture" }] : []),
              ...ownPictures,
            ]}
          />
        )}
      </PictureField>
      <TextField
        label="Alternative text"
        hint="What the picture shows, for whoever does not see it."
        field={field("imageAlt", article?.imageAlt)}
      />
      <MarkdownField
        label="Text"
        name="body"
        value={body}
        onChange={setBody}
        errors={field("body").errors}
        rows={20}
      />
      <div className="flex flex-wrap items-center gap-3">
        {/* The first keeps the status: Enter sends with it. A pressed one stays itself when somebody else changes it. */}
        <Button key={status} name="status" value={status} {...submit}>
          {isPublished ? "Save" : "Save draft"}
        </Button>
        <Button key={other} name="status" value={other} variant="secondary" {...submit}>
          {isPublished ? "Make it a draft again" : "Publish"}
        </Button>
        <NotSavedYet isUnsaved={isUnsaved} />
      </div>
    </>
  );
}
