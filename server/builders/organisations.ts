import type { NewOrganisation } from '#domain/organisations/contract.ts'
import { addOrganisation } from '../organisations/service.ts'
import type { Ctx } from '../platform/context.ts'

/** Adds an organisation and returns its id. */
export const anOrganisation = async (
  office: Ctx,
  organisation: Partial<NewOrganisation> = {},
): Promise<number> => {
  const added = await addOrganisation(office, {
    name: 'Institute of Small Bodies',
    ror: null,
    parent_id: null,
    spellings: [],
    ...organisation,
  })
  return added.id
}
