import { type PublicationNumber, publications } from "../publications.ts";

/** The mark behind a sentence that says where it comes from: a link into the science page's list. */
export function Source({ number }: { number: PublicationNumber }) {
  return (
    <sup>
      <a href={`/science#source-${number}`} aria-label={`Source ${number}`} className="px-0.5 no-underline">
        [{number}]
      </a>
    </sup>
  );
}

/** The list that the marks lead to. */
export function Publications() {
  return (
    <ol className="max-w-3xl border-b border-line">
      {publications.map((publication, index) => (
        <li
          key={publication.url + publication.where}
          id={`source-${index + 1}`}
          className="grid grid-cols-[2.5rem_1fr] border-t border-line py-5 target:bg-moss-soft"
        >
          <span aria-hidden="true" className="font-display text-xl text-moss">
            {index + 1}
          </span>
          <div>
            <p>
              {publication.authors}:{" "}
              <a href={publication.url} className="text-moss underline underline-offset-4">
                {publication.title}
              </a>
              , {publication.where}
            </p>
            {"found" in publication && (
              <p className="mt-1 text-[0.9375rem] text-ink-soft">{publication.found}</p>
            )}
          </div>
        </li>
      ))}
    </ol>
  );
}
