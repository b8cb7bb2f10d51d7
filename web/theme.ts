import { createTheme, defaultVariantColorsResolver, type MantineColorsTuple } from '@mantine/core'
import { FONTS } from './tokens.ts'

const tuple = (shades: string) => shades.split(' ') as unknown as MantineColorsTuple

/** night: actions; sea: scores; gray and dark: backgrounds and text; ryugu and bennu: the two asteroids. */
const colors = {
  night: tuple('#e8effa #cfdcf4 #b5caee #8fb2f0 #6a93e0 #4a75c8 #335cae #234a94 #1c3d7d #132a58'),
  sea: tuple('#e6f2f3 #dcecee #b3d8dc #8fc9d0 #6fb7bf #459aa5 #1f7c89 #14616e #0b4a57 #07343e'),
  gray: tuple('#f5f7fa #eef2f6 #e0e6ed #c6cfda #a7b2bf #7f8b9a #5b6674 #424d5b #2a3441 #131a25'),
  dark: tuple('#e4e9f0 #b3bdc9 #929eac #6b7786 #37424f #1b232e #151b24 #0e131a #0a0e14 #06090d'),
  ryugu: tuple('#eeeefa #dcdcf5 #bfc1ec #a3a8ee #858bcb #6a70b8 #575ca4 #4a4f93 #3a3e78 #2a2d5b'),
  bennu: tuple('#fdf4e3 #fbe6bf #f7cf8c #efb04d #e9aa42 #d08a1e #b46a00 #935600 #704100 #4e2d00'),
}

/** Common height of buttons and inputs; theme.css makes them taller on phones. */
const buttonVars = (size: unknown) => ({
  root:
    size === 'sm'
      ? { '--button-height': 'var(--ao-button)', '--button-padding-x': '0.75rem', '--button-fz': '0.8125rem' }
      : {},
})
const inputVars = (size: unknown) => ({
  wrapper:
    size === 'sm' ? { '--input-height': 'var(--ao-input)', '--input-fz': 'var(--ao-input-letters)' } : {},
})
const smallInput = { defaultProps: { size: 'sm' } }

/** Mantine's theme. Colours are in tokens.ts, CSS variables for sizes in theme.css. */
export const theme = createTheme({
  colors,
  primaryColor: 'night',
  primaryShade: { light: 7, dark: 3 },
  // The filled colour is dark in the light scheme and light in the dark scheme, so its text needs the opposite.
  variantColorResolver: (input) => ({
    ...defaultVariantColorsResolver(input),
    ...(input.variant === 'filled' && !input.color?.includes('red') && { color: 'var(--ao-on-accent)' }),
  }),
  white: '#ffffff',
  black: '#131a25',
  fontFamily: FONTS,
  fontFamilyMonospace: 'ui-monospace, "DejaVu Sans Mono", Consolas, monospace',
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.84375rem', lg: '0.875rem', xl: '1.125rem' },
  lineHeights: { xs: '1.34', sm: '1.385', md: '1.48', lg: '1.57', xl: '1.34' },
  spacing: { xs: '0.25rem', sm: '0.5rem', md: '0.75rem', lg: '1rem', xl: '1.5rem' },
  radius: { xs: '0.25rem', sm: '0.375rem', md: '0.625rem', lg: '0.875rem', xl: '999px' },
  defaultRadius: 'sm',
  breakpoints: { xs: '30em', sm: '40em', md: '60em', lg: '75em', xl: '88em' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.25rem', lineHeight: '1.4' },
      h2: { fontSize: '0.875rem', lineHeight: '1.43' },
      h3: { fontSize: '0.78125rem', lineHeight: '1.44' },
    },
  },
  cursorType: 'pointer',
  respectReducedMotion: true,
  focusRing: 'auto',
  components: {
    Button: {
      defaultProps: { size: 'sm' },
      vars: (_: unknown, { size }: { size?: unknown }) => buttonVars(size),
    },
    ActionIcon: { defaultProps: { variant: 'subtle' } },
    Checkbox: { defaultProps: { size: 'xs', radius: 'xs', iconColor: 'var(--ao-on-accent)' } },
    Radio: { defaultProps: { size: 'xs', iconColor: 'var(--ao-on-accent)' } },
    Pagination: { vars: () => ({ root: { '--pagination-active-color': 'var(--ao-on-accent)' } }) },
    Input: {
      defaultProps: { size: 'sm' },
      vars: (_: unknown, { size }: { size?: unknown }) => inputVars(size),
    },
    TextInput: smallInput,
    NumberInput: smallInput,
    Textarea: smallInput,
    TagsInput: smallInput,
    MultiSelect: smallInput,
    Autocomplete: smallInput,
    DateInput: smallInput,
    Select: { defaultProps: { size: 'sm', comboboxProps: { shadow: 'md' } } },
    Table: {
      defaultProps: {
        verticalSpacing: 5,
        horizontalSpacing: 8,
        highlightOnHover: true,
        fz: 'sm',
        borderColor: 'var(--ao-line)',
        highlightOnHoverColor: 'var(--ao-hover)',
      },
    },
    InputWrapper: {
      styles: {
        label: { fontSize: '0.78125rem', fontWeight: 500, marginBottom: 4 },
        error: { fontSize: 'var(--mantine-font-size-xs)' },
        description: { fontSize: 'var(--mantine-font-size-xs)' },
      },
    },
    Modal: { defaultProps: { centered: true, radius: 'md', closeButtonProps: { 'aria-label': 'Close' } } },
    PasswordInput: {
      defaultProps: {
        size: 'sm',
        visibilityToggleButtonProps: { 'aria-label': 'Show characters', tabIndex: 0 },
      },
    },
    Anchor: { defaultProps: { underline: 'always' } },
  },
})
