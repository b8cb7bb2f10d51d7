import { address } from '#domain/address.ts'
import { groupBy } from '#domain/group_by.ts'
import type { TemplateRow } from '#domain/mail_templates/contract.ts'
import { ScreenLink } from '#web/ui/actions/links.tsx'
import classes from './-templates.module.css'

/** All templates by group. */
export const TemplateList = ({ templates }: { templates: readonly TemplateRow[] }) => (
  <nav className={classes.list} aria-label="Mail templates">
    {[...groupBy(templates, ({ group }) => group)].map(([group, rows]) => (
      <section key={group} aria-label={group}>
        <h2>{group}</h2>
        <ul>
          {rows.map(({ name, label, changed, problem }) => (
            <li key={name}>
              <ScreenLink to={address('/masters/mail-templates/$name', { name })}>
                <span>{label}</span>
                <ChangedMark changed={changed} problem={problem} />
              </ScreenLink>
            </li>
          ))}
        </ul>
      </section>
    ))}
  </nav>
)

/** Whether the office has its own words, and whether they are used. */
export const ChangedMark = ({ changed, problem }: Pick<TemplateRow, 'changed' | 'problem'>) =>
  changed && (
    <span className={classes.mark} data-bad={problem !== null || undefined}>
      {problem === null ? 'changed' : 'not used'}
    </span>
  )
