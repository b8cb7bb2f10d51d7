import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { asBit } from '#domain/endpoint.ts'
import { absentForSubmit } from '#domain/proposals/rules.ts'
import { focusField } from './-focus.ts'
import { isTouched, type ProposalValues } from './-values.ts'

/** What Submit needs and the form, as it is filled in now, has not. */
export const missingIn = (values: ProposalValues) =>
  absentForSubmit({
    title: values.title.trim(),
    abstract: values.abstract.trim(),
    selected_keywords: [
      ...values.keywords,
      ...values.keywords_other.filter(({ name }) => name.trim() !== ''),
    ],
    selected_methods: [...values.methods, ...values.methods_other.filter(({ name }) => name.trim() !== '')],
    requested_samples: values.samples.filter(({ sample }) => sample !== ''),
    check_organization: asBit(values.check_organization),
    check_collaborators: asBit(values.check_collaborators),
  })
export type Missing = ReturnType<typeof missingIn>[number]

/** Leads to a field of the form, by its name; of the samples to the first row that is free. */
export function goToField(name: string, { samples }: Pick<ProposalValues, 'samples'>) {
  const free = samples.findIndex((row) => !isTouched(row))
  focusField(name === 'samples' && free >= 0 ? `samples.${free}.sample` : name)
}

/** Leads to the field that the address asks for, once the form is open: `?field=keywords`. */
export function useAskedField(values: ProposalValues) {
  const { field } = useLocation().search as { field?: unknown }
  // biome-ignore lint/correctness/useExhaustiveDependencies: it leads there when the form opens, not at every key
  useEffect(() => {
    if (typeof field === 'string') goToField(field, values)
  }, [field])
}
