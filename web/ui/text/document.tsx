import { useQuery } from '@tanstack/react-query'
import { Lines, Loaded } from '../layout/loaded.tsx'
import classes from './document.module.css'

/** Markdown made into HTML by scripts/guides_plugin.ts. */
export interface DocumentText {
  html: string
  sections: { id: string; title: string }[]
}

interface DocumentProps {
  /** Names the document in the cache. */
  name: string
  load: () => Promise<DocumentText>
  /** Of the list of sections. */
  label: string
}

/** A document of the repository with the list of its sections, loaded on demand. */
export function Document({ name, load, label }: DocumentProps) {
  const query = useQuery({ queryKey: ['document', name], queryFn: load, staleTime: Number.POSITIVE_INFINITY })
  return (
    <Loaded query={query} skeleton={<Lines count={12} />}>
      {({ html, sections }) => (
        <div className={classes.document}>
          <nav aria-label={label} className={classes.contents}>
            <ul>
              {sections.map(({ id, title }) => (
                <li key={id}>
                  <a href={`#${id}`}>{title}</a>
                </li>
              ))}
            </ul>
          </nav>
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own words, made into HTML by the build */}
          <article className={classes.text} dangerouslySetInnerHTML={{ __html: html }} />
        </div>
      )}
    </Loaded>
  )
}
