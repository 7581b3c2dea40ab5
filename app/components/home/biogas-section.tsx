import { ButtonLink } from "#app/components/ui/button.tsx";
import { Picture } from "#app/components/ui/picture.tsx";

/** The activated product for the biogas industry. */
export function BiogasSection() {
  return (
    <section className="bg-sunken" aria-labelledby="biogas">
      <div className="frame grid items-center gap-x-16 gap-y-10 py-16 md:grid-cols-2 lg:py-24">
        <Picture
          src="/pictures/activated-biochar.jpg"
          alt="Illustration: a steel tub labelled Activated Biochar behind a heap of black granules"
          sizes="(min-width: 80rem) 36rem, (min-width: 48rem) 45vw, 100vw"
          className="aspect-square w-full rounded-2xl object-cover"
        />
        <div>
          <p className="text-sm font-medium text-moss">For the biogas industry</p>
          <h2 id="biogas" className="mt-3 text-section">
            Activated Biochar for steadier digesters
          </h2>
          <div className="mt-5 max-w-xl space-y-4 text-ink-soft">
            <p>
              Anaerobic digestion is the work of microbes, and microbes need somewhere to live. Added with the
              feedstock, our activated biochar gives them a very large, clean surface to settle on and takes
              up substances that can hold them back.
            </p>
            <p>
              What leaves the digester is digestate with biochar in it, ready for the field. We supply it by
              the tub for trials, and talk quantities with plant operators.
            </p>
          </div>
          <div className="mt-8 flex flex-wrap gap-3">
            <ButtonLink to="/products">See Activated Biochar</ButtonLink>
            <ButtonLink to="/blog" variant="secondary">
              Read about it on the blog
            </ButtonLink>
          </div>
        </div>
      </div>
    </section>
  );
}
