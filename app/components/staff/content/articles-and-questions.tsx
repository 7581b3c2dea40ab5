import { Link, useNavigate } from "@remix-run/react";
import { type ReactNode, useRef, useState } from "react";
import type { z } from "zod";
import { AskFirst, CommandForm, NotSavedYet, SubmitButton } from "#app/components/staff/kit/command-form.tsx";
import { PictureField, useFieldsOfForm } from "#app/components/staff/kit/form-fields.tsx";
import { type Column, RowsTable } from "#app/components/staff/kit/rows-table.tsx";
import { StaffList, useAsked } from "#app/components/staff/kit/staff-list.tsx";
import { StaffPanel } from "#app/components/staff/staff-panel.tsx";
import { leaveUnasked } from "#app/components/staff/unsaved-changes.tsx";
import { Badge } from "#app/components/ui/badge.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { CheckboxField, SelectField, TextareaField, TextField } from "#app/components/ui/fields.tsx";
import { pictures } from "#app/components/ui/pictures.ts";
import { TextLink } from "#app/components/ui/small-actions.tsx";
import { displayDate } from "#app/lib/display.ts";
import { trpc } from "#app/lib/trpc.ts";
import type { CommandDefinition } from "#server/commands/command.ts";
import { articleList, contentCommands } from "#server/content/content.schema.ts";
import { type ArticleStatus, faqCategories } from "#server/content/content-views.ts";
import type { StaffArticle, StaffArticlePage, StaffFaqEntry } from "#server/content/find-content.server.ts";
import type { ShownFields } from "#server/core/touched-fields.ts";
import { MarkdownField } from "../kit/form-fields.tsx";

export function ArticlesPanel() {
  const { asked } = useAsked(articleList);
  const [{ articles, next }, list] = trpc.content.articles.useSuspenseQuery(asked);
  return (
    <StaffList
      what="articles"
      query={articleList}
      list={list}
      actions={
        <ButtonLink to="/admin/content?article=new" size="small">
          New article
        </ButtonLink>
      }
      count={articles.length}
      none={{
        title: "No articles yet",
        text: "An article begins as a draft that nobody else sees. Publish it, and it stands on the blog, in its feed and in the sitemap.",
      }}
      next={next}
    >
      <RowsTable caption="Articles, the newest first" rows={articles} columns={articleColumns} />
    </StaffList>
  );
}

const articleColumns: Column<StaffArticlePage["articles"][number]>[] = [
  {
    head: "Title",
    cell: ({ id, title }) => (
      <TextLink to={`/admin/content?article=${id}`} data-open>
        {title}
      </TextLink>
    ),
    className: "min-w-56",
  },
  {
    head: "State",
    cell: ({ status }) => (
      <Badge tone={status === "published" ? "moss" : "neutral"}>
        {status === "published" ? "Published" : "Draft"}
      </Badge>
    ),
  },
  {
    head: "First published",
    cell: ({ publishedAt }) => (publishedAt ? displayDate(publishedAt) : "not yet"),
    className: "whitespace-nowrap",
  },
  { head: "Changed", cell: ({ updatedAt }) => displayDate(updatedAt), className: "whitespace-nowrap" },
];

/** All questions, the unpublished too, in the order of the Q&A page. */
export function FaqPanel() {
  const [data, list] = trpc.content.faq.useSuspenseQuery();
  const ordered = faqCategories.flatMap((category) => data.filter((entry) => entry.category === category));
  return (
    <StaffPanel
      id="questions"
      title="Questions and Answers"
      what="the questions"
      list={list}
      actions={
        <ButtonLink to="/admin/content?tab=questions&question=new" size="small">
          New question
        </ButtonLink>
      }
    >
      <RowsTable caption="Questions, in the order of their page" rows={ordered} columns={questionColumns} />
    </StaffPanel>
  );
}

const questionColumns: Column<StaffFaqEntry>[] = [
  { head: "Category", cell: ({ category }) => category, className: "whitespace-nowrap" },
  { head: "Place", cell: ({ position }) => position, className: "tabular-nums" },
  {
    head: "Question",
    cell: ({ id, question }) => (
      <TextLink to={`/admin/content?tab=questions&question=${id}`} data-open>
        {question}
      </TextLink>
    ),
    className: "min-w-56",
  },
  {
    head: "State",
    cell: ({ published }) => (
      <Badge tone={published ? "moss" : "neutral"}>{published ? "Published" : "Draft"}</Badge>
    ),
  },
];

interface ContentEditorProps<Result> {
  label: string;
  save: CommandDefinition<z.ZodType, Result>;
  remove: CommandDefinition<z.ZodType, unknown>;
  /** None while it is new. */
  saved: { id: number; version: number; name: string } | undefined;
  shown: ShownFields;
  /** Where the person goes on from here, if anywhere. */
  afterSaving: (result: Result) => string | undefined;
  list: string;
  heading: ReactNode;
  children: ReactNode;
}

/** Writes something of the site, or something new, and deletes it. Nothing that is typed is lost on a refusal. */
function ContentEditor<Result>(props: ContentEditorProps<Result>) {
  const { label, save, remove, saved, shown, afterSaving, list, heading, children } = props;
  const navigate = useNavigate();
  const editor = useRef<HTMLDivElement>(null);
  return (
    <div ref={editor} className="grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-5">
      <header className="flex flex-wrap items-center justify-between gap-3">{heading}</header>
      <CommandForm
        command={save}
        label={label}
        className="grid grid-cols-[minmax(0,1fr)] gap-5"
        closes={!saved}
        shown={shown}
        failure={{ title: "Not saved", message: "Please try again." }}
        {...(saved && {
          hidden: { id: saved.id },
          version: { name: "seenVersion", current: saved.version },
        })}
        onDone={(result) => {
          const goTo = afterSaving(result);
          if (goTo) navigate(goTo, { replace: true });
        }}
      >
        {children}
      </CommandForm>
      {saved && (
        <AskFirst
          command={remove}
          hidden={{ id: saved.id, seenVersion: saved.version }}
          opener={{ children: "Delete", className: "w-fit" }}
          title={`Delete “${saved.name}”?`}
          label="Delete"
          button="Delete"
          onDone={() =>
            leaveUnasked(editor.current?.querySelector("form"), () => navigate(list, { replace: true }))
          }
        >
          <p>It goes from the site at once. The audit keeps what it said.</p>
        </AskFirst>
      )}
    </div>
  );
}

const ARTICLES = "/admin/content";

/** Writes an article, or a new one: a draft until it is published. */
export function ArticleEditor({ article }: { article: StaffArticle | null }) {
  const { title = "", excerpt = "", body = "", imageUrl = "", imageAlt = "", status } = article ?? {};
  return (
    <ContentEditor
      label="Article"
      save={contentCommands.saveArticle}
      remove={contentCommands.deleteArticle}
      saved={article ? { ...article, name: article.title } : undefined}
      shown={{ title, excerpt, body, imageUrl, imageAlt }}
      afterSaving={({ id }) => (article ? undefined : `${ARTICLES}?article=${id}`)}
      list={ARTICLES}
      heading={
        <>
          <h2 className="text-xl">{article ? `Edit “${article.title}”` : "New article"}</h2>
          <p className="flex flex-wrap gap-4 text-sm">
            {article?.status === "published" && (
              <TextLink to={`/blog/${article.slug}`}>See it on the site</TextLink>
            )}
            <TextLink to={ARTICLES}>All articles</TextLink>
          </p>
        </>
      }
    >
      <TextField label="Title" field="title" />
      <TextareaField
        label="Excerpt"
        hint="What the list of articles and search engines show."
        field="excerpt"
        rows={3}
      />
      <ArticlePicture />
      <TextField
        label="Alternative text"
        hint="What the picture shows, for whoever does not see it."
        field="imageAlt"
      />
      <MarkdownField label="Text" name="body" rows={20} />
      <ArticleButtons isPublished={status === "published"} />
    </ContentEditor>
  );
}

const ownPictures = Object.keys(pictures).map((name) => ({ value: `/pictures/${name}.jpg`, label: name }));

function ArticlePicture() {
  const { defaultValue: saved = "" } = useFieldsOfForm()("imageUrl");
  const [picture, setPicture] = useState(saved);
  const isUploaded = saved !== "" && !ownPictures.some(({ value }) => value === saved);
  return (
    <PictureField address={picture}>
      {(isChosen) => (
        <SelectField
          label="One of the shop's pictures"
          field="imageUrl"
          hint={isChosen ? "The chosen file goes before this picture." : undefined}
          onChange={(event) => setPicture(event.currentTarget.value)}
          options={[
            { value: "", label: "No picture" },
            ...(isUploaded ? [{ value: saved, label: "The uploaded picture" }] : []),
            ...ownPictures,
          ]}
        />
      )}
    </PictureField>
  );
}

function ArticleButtons({ isPublished }: { isPublished: boolean }) {
  const [status, other]: ArticleStatus[] = isPublished ? ["published", "draft"] : ["draft", "published"];
  return (
    <div className="flex flex-wrap items-center gap-3">
      {/* The first keeps the status: Enter sends with it. A pressed one stays itself when somebody else changes it. */}
      <SubmitButton key={status} name="status" value={status}>
        {isPublished ? "Save" : "Save draft"}
      </SubmitButton>
      <SubmitButton key={other} name="status" value={other} variant="secondary">
        {isPublished ? "Make it a draft again" : "Publish"}
      </SubmitButton>
      <NotSavedYet />
    </div>
  );
}

const QUESTIONS = "/admin/content?tab=questions";

export function FaqEditor({ entry }: { entry: StaffFaqEntry | null }) {
  const {
    category = faqCategories[0],
    question = "",
    answer = "",
    position = 1,
    published = false,
  } = entry ?? {};
  return (
    <ContentEditor
      label="Question"
      save={contentCommands.saveFaqEntry}
      remove={contentCommands.deleteFaqEntry}
      saved={entry ? { ...entry, name: question } : undefined}
      shown={{ category, question, answer, position: String(position), published }}
      afterSaving={() => QUESTIONS}
      list={QUESTIONS}
      heading={
        <>
          <h2 className="text-xl">{entry ? "Edit a question" : "New question"}</h2>
          <Link to={QUESTIONS} className="text-sm text-moss underline">
            All questions
          </Link>
        </>
      }
    >
      <SelectField
        label="Category"
        field="category"
        options={faqCategories.map((each) => ({ value: each, label: each }))}
      />
      <TextField label="Question" field="question" />
      <MarkdownField label="Answer" name="answer" rows={8} />
      <TextField
        label="Place in the category"
        hint="The lowest comes first."
        field="position"
        inputMode="numeric"
        className="max-w-56"
      />
      <CheckboxField label="Published" field="published" />
      <div className="flex flex-wrap items-center gap-3">
        <SubmitButton>Save</SubmitButton>
        <NotSavedYet />
      </div>
    </ContentEditor>
  );
}
