import { createFileRoute } from '@tanstack/react-router'
import { api } from '#web/lib/http/api.ts'
import { loadById } from '#web/lib/routing/loaders.ts'
import { InventoryPage } from './-inventory/inventory_page.tsx'

export const Route = createFileRoute('/inventories/$id')({
  loader: loadById(api.inventories.get),
  component: OneInventory,
})

function OneInventory() {
  const { id } = Route.useParams()
  return <InventoryPage key={id} id={id} />
}
