import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'
import { COLOURS, type Colour } from '#domain/colours.ts'

const night: MantineColorsTuple = [
  '#eef4fa',
  '#dbe7f3',
  '#b8cfe5',
  '#93b5d7',
  '#739fca',
  '#5b8dbe',
  '#4479ad',
  '#336698',
  '#26557f',
  '#1a4467',
]

/** Measures and colours of the whole web: dense, calm, legible. */
export const theme = createTheme({
  colors: { night },
  primaryColor: 'night',
  primaryShade: { light: 8, dark: 8 },
  autoContrast: true,
  defaultRadius: 'sm',
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif',
  fontFamilyMonospace: 'ui-monospace, "DejaVu Sans Mono", Consolas, monospace',
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.125rem' },
  lineHeights: { md: '1.45' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.375rem', lineHeight: '1.3' },
      h2: { fontSize: '1.0625rem', lineHeight: '1.35' },
      h3: { fontSize: '0.9375rem', lineHeight: '1.4' },
    },
  },
  cursorType: 'pointer',
  respectReducedMotion: true,
  focusRing: 'auto',
  components: {
    Button: { defaultProps: { size: 'sm' } },
    ActionIcon: { defaultProps: { variant: 'subtle' } },
    TextInput: { defaultProps: { size: 'sm' } },
    Select: { defaultProps: { size: 'sm', comboboxProps: { shadow: 'md' } } },
    Table: { defaultProps: { verticalSpacing: 6, horizontalSpacing: 'sm', highlightOnHover: true } },
    InputWrapper: {
      styles: {
        error: { fontSize: 'var(--mantine-font-size-xs)' },
        description: { fontSize: 'var(--mantine-font-size-xs)' },
      },
    },
    Modal: { defaultProps: { centered: true, closeButtonProps: { 'aria-label': 'Close' } } },
    PasswordInput: {
      defaultProps: { visibilityToggleButtonProps: { 'aria-label': 'Show characters', tabIndex: 0 } },
    },
    Anchor: { defaultProps: { underline: 'always' } },
  },
})

/** A colour that carries meaning: its letters and its ground, each at least 4.5:1 on the other and on the page. */
interface Shades {
  light: [letters: string, ground: string]
  dark: [letters: string, ground: string]
}

const SHADES: Record<Colour, Shades> = {
  plain: { light: ['#343a40', '#eceff2'], dark: ['#d5d8dc', '#3a3e44'] },
  red: { light: ['#a61e1e', '#fde8e8'], dark: ['#ffb3b3', '#561c1f'] },
  pink: { light: ['#a01458', '#fce4ee'], dark: ['#ffb0d0', '#541a37'] },
  'deep-orange': { light: ['#9c3308', '#fde6dc'], dark: ['#ffb699', '#57240f'] },
  orange: { light: ['#8a4a00', '#fff0d6'], dark: ['#ffcf8a', '#4d3207'] },
  green: { light: ['#1b6331', '#e1f4e6'], dark: ['#a5e2b6', '#173e24'] },
  blue: { light: ['#1b55a0', '#e2eefb'], dark: ['#a9cdf8', '#1a3a60'] },
  purple: { light: ['#6a2ba0', '#f1e6fa'], dark: ['#dcb8f7', '#41225d'] },
  black: { light: ['#ffffff', '#3b4046'], dark: ['#121416', '#c3c8ce'] },
}

const shadeVariables = (scheme: 'light' | 'dark') =>
  Object.fromEntries(
    COLOURS.flatMap((name) => [
      [`--shade-${name}-letters`, SHADES[name][scheme][0]],
      [`--shade-${name}-ground`, SHADES[name][scheme][1]],
    ]),
  )

/** The style of something that a meaning colours: a chip, a grid cell. */
export const shade = (colour: Colour) => ({
  color: `var(--shade-${colour}-letters)`,
  backgroundColor: `var(--shade-${colour}-ground)`,
})

/** Mantine's own quiet colours are too pale to read; these are at least 4.5:1. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': '#fbfcfd',
    '--mantine-color-text': '#1c2126',
    '--mantine-color-dimmed': '#565e66',
    '--mantine-color-placeholder': '#6a727a',
    '--mantine-color-error': '#b42323',
    '--mantine-color-default-border': '#c3c9d0',
    '--mantine-color-disabled-color': '#666d74',
    '--ao-surface': '#ffffff',
    '--ao-head': '#f0f3f6',
    ...shadeVariables('light'),
  },
  dark: {
    '--mantine-color-body': '#17191c',
    '--mantine-color-text': '#d9dde2',
    '--mantine-color-dimmed': '#a3abb3',
    '--mantine-color-placeholder': '#949ca4',
    '--mantine-color-error': '#ff9b9b',
    '--mantine-color-anchor': '#93b5d7',
    '--mantine-color-default': '#202327',
    '--mantine-color-default-border': '#474d54',
    '--mantine-color-disabled': '#2b2f34',
    '--mantine-color-disabled-color': '#9aa2aa',
    '--ao-surface': '#1e2125',
    '--ao-head': '#262a2f',
    ...shadeVariables('dark'),
  },
})
