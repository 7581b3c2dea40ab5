import { useLoaderData } from "@remix-run/react";
import CommunityHub from "#app/components/content/community-hub.tsx";
import { ButtonLink } from "#app/components/ui/button.tsx";
import { Picture } from "#app/components/ui/picture.tsx";
import { pageMeta } from "#app/lib/document/page-meta.ts";
import { parseCommunityTab } from "#server/community/community.ts";
import { findCommunityImpact } from "#server/community/find-community-impact.server.ts";
import { page } from "#server/process/page.server.ts";
import { statedSalesOf } from "#server/settings/claims.ts";

export const meta = pageMeta({
  title: "Community Impact Hub",
  description:
    "What our customers have put into the ground together: totals, the leaderboard and achievements.",
});

export const loader = page(async ({ context, url }) => ({
  impact: await findCommunityImpact(context),
  stated: statedSalesOf(context.settings),
  tab: parseCommunityTab(url.searchParams),
}));

export default function Community() {
  const { impact, stated, tab } = useLoaderData<typeof loader>();
  return (
    <div className="frame flex flex-col gap-12 pt-10 pb-16 lg:pt-16">
      <header className="grid items-center gap-x-16 gap-y-8 lg:grid-cols-2">
        <div>
          <p className="text-sm font-medium text-moss">Community</p>
          <h1 className="mt-3 text-title">Community Impact Hub</h1>
          <p className="mt-5 max-w-xl text-xl text-ink-soft">
            A bag in one garden is a small thing. Together they are not.
          </p>
          <div className="mt-6 flex flex-wrap gap-3">
            <ButtonLink to="/products">Shop Biochar</ButtonLink>
            <ButtonLink to="/blog" variant="secondary">
              Read the blog
            </ButtonLink>
          </div>
        </div>
        <Picture
          src="/pictures/hero-community.jpg"
          alt="Illustration: rows of young crops running towards hills at first light"
          sizes="(min-width: 64rem) 37rem, 92vw"
          priority
          className="aspect-16/9 w-full rounded-2xl object-cover"
        />
      </header>
      <section aria-labelledby="impact">
        <h2 id="impact" className="mb-6 text-section">
          What our customers have done
        </h2>
        <CommunityHub impact={impact} stated={stated} tab={tab} pathOf={pathOf} />
      </section>
    </div>
  );
}

function pathOf(tab: "leaderboard" | "achievements"): string {
  return tab === "leaderboard" ? "/community" : `/community?view=${tab}`;
}
