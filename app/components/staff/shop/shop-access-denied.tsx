import { ButtonLink } from "#app/components/ui/button.tsx";
import { Card } from "#app/components/ui/card.tsx";
import { EmptyState } from "#app/components/ui/empty-state.tsx";

/** Spec section 2: what who may not create orders for others finds at /shop-manager. */
export function ShopAccessDenied() {
  return (
    <div className="frame py-12">
      <Card className="mx-auto max-w-xl">
        <EmptyState
          title="Access Denied"
          headingLevel={1}
          action={<ButtonLink to="/admin/login?next=/shop-manager">Go to Admin Login</ButtonLink>}
        >
          You don't have permission to create orders for customers.
        </EmptyState>
      </Card>
    </div>
  );
}
