import { createContext, use } from 'react'

/** What happens when the session turns out to have ended; given by the app. */
export const LapseContext = createContext<() => void>(() => {})

export const useLapse = () => use(LapseContext)
