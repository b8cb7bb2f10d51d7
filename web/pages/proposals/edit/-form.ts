import type { UseFormReturnType } from '@mantine/form'
import type { ProposalValues } from './-values.ts'

/** The fields of the proposal's form, as its parts are given them. */
export type FormFields = UseFormReturnType<ProposalValues>
