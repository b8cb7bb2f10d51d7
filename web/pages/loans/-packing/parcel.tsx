import { Textarea, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { Loan } from '#domain/custody/loans/contract.ts'
import { api } from '#web/lib/http/api.ts'
import { keyOf } from '#web/lib/http/endpoints.ts'
import { useAction } from '#web/lib/http/query.ts'
import { Section } from '#web/ui/layout/section.tsx'
import { useAutosave } from './autosave.ts'
import classes from './packing.module.css'

type ParcelValues = Loan['parcel']
const KEY = 'parcel'

/** How the parcel travels: saved by itself. */
export function useParcel(loan: Loan) {
  const queries = useQueryClient()
  const { run } = useAction(api.loans.saveParcel, { success: false, refresh: false, own: ['unreachable'] })
  const autosave = useAutosave<ParcelValues>(`loans/${loan.number}/parcel`, async (_, body) => {
    const reply = await run({ params: { number: loan.number }, body })
    if (reply?.result === 1)
      await queries.invalidateQueries({ queryKey: keyOf(api.loans.get, { params: { number: loan.number } }) })
    return reply?.result === 1
  })
  const values = autosave.values[KEY] ?? loan.parcel
  return {
    values,
    saved: !(KEY in autosave.values),
    savedAt: autosave.savedAt,
    save: autosave.save,
    type: (part: Partial<ParcelValues>) => autosave.type(KEY, { ...values, ...part }),
  }
}
type ParcelState = ReturnType<typeof useParcel>

export function Parcel({ loan, parcel: { values, type, save } }: { loan: Loan; parcel: ParcelState }) {
  const disabled = loan.dispatched !== null
  const field = (name: keyof ParcelValues) => ({
    value: values[name],
    disabled,
    onBlur: save,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      type({ [name]: currentTarget.value }),
  })
  return (
    <Section title="Parcel" aside="needed to dispatch">
      <div className={classes.parcel}>
        <TextInput label="Carrier" {...field('carrier')} />
        <TextInput label="Tracking number" placeholder="as on the waybill" {...field('tracking_number')} />
        <Textarea
          label="Customs note"
          placeholder="Scientific samples, no commercial value, to be returned"
          autosize
          minRows={1}
          maxRows={5}
          {...field('customs_note')}
        />
      </div>
    </Section>
  )
}
