import type { CSSVariablesResolver } from '@mantine/core'
import { COLOURS, type Colour } from '#domain/state_machine.ts'

/** One font family for all scripts; system-ui provides missing characters. */
export const FONTS = '"IBM Plex Sans Variable", "IBM Plex Sans JP", "IBM Plex Sans KR", system-ui, sans-serif'

/** A value for the light and one for the dark colour scheme. */
type Pair = readonly [light: string, dark: string]

/**
 * Colours by use, as CSS variables: `var(--ao-line)`. Contrast is at least 4.5:1 for text and state colours on every
 * background they are used on, and 3:1 for borders of inputs.
 */
const TOKENS = {
  bg: ['#f5f7fa', '#0e131a'],
  surface: ['#ffffff', '#151b24'],
  sunken: ['#eef2f6', '#1b232e'],
  hover: ['#f3f6fa', '#1a222d'],
  line: ['#e0e6ed', '#262f3b'],
  'line-2': ['#c6cfda', '#37424f'],
  'line-3': ['#7f8b9a', '#6b7786'],
  ink: ['#131a25', '#e4e9f0'],
  'ink-2': ['#424d5b', '#b3bdc9'],
  'ink-3': ['#5b6674', '#929eac'],
  accent: ['#234a94', '#8fb2f0'],
  'on-accent': ['#ffffff', '#0c1730'],
  'accent-soft': ['#e8effa', '#1b2a46'],
  'accent-line': ['#b5caee', '#34507f'],
  link: ['#20468f', '#9fbef6'],
  score: ['#14616e', '#86d0d8'],
  'score-soft': ['#e6f2f3', '#172c32'],
  s1: ['#dcecee', '#1d3238'],
  s2: ['#b3d8dc', '#23505a'],
  s3: ['#6fb7bf', '#2f7d89'],
  s4: ['#1f7c89', '#63b9c3'],
  s5: ['#0b4a57', '#bdeaee'],
  'on-s3': ['#06272d', '#ffffff'],
  'on-s5': ['#ffffff', '#06272d'],
  ryugu: ['#4a4f93', '#a3a8ee'],
  'ryugu-2': ['#858bcb', '#6a70b8'],
  bennu: ['#b46a00', '#efb04d'],
  'bennu-2': ['#e9aa42', '#a66e17'],
  red: ['#b3261e', '#ff9d96'],
  'red-soft': ['#fdeceb', '#3a1a1c'],
  'red-fill': ['#b3261e', '#b3261e'],
  'red-line': ['#efb4b0', '#6d2f30'],
  blue: ['#1d57a5', '#9cc4fa'],
  'blue-soft': ['#e7f0fb', '#182c48'],
  orange: ['#8a4b00', '#f4c27a'],
  'orange-soft': ['#fdf1dc', '#37280f'],
  green: ['#1c6537', '#93d7a9'],
  'green-soft': ['#e5f4ea', '#15311f'],
  pink: ['#a01458', '#ffa9cc'],
  'pink-soft': ['#fce6ef', '#40172b'],
  deep: ['#9c3308', '#ffb397'],
  'deep-soft': ['#fde8de', '#42200f'],
  black: ['#2f3742', '#c6ced8'],
  'black-soft': ['#e6eaef', '#2a323d'],
  ring: ['#2f6bd8', '#8fb2f0'],
  shadow: ['0 1px 2px rgb(16 26 44 / 5%)', 'none'],
  'shadow-pop': [
    '0 1px 2px rgb(16 26 44 / 8%), 0 12px 32px -8px rgb(16 26 44 / 22%)',
    '0 0 0 1px #2f3a47, 0 16px 40px rgb(0 0 0 / 55%)',
  ],
} as const satisfies Record<string, Pair>
type Token = keyof typeof TOKENS

/** Mantine's variables that are not derived from the theme's colours. */
const MANTINE: Record<string, Token> = {
  body: 'bg',
  text: 'ink',
  dimmed: 'ink-2',
  placeholder: 'ink-3',
  error: 'red',
  anchor: 'link',
  default: 'surface',
  'default-hover': 'hover',
  'default-color': 'ink',
  'default-border': 'line-2',
  disabled: 'sunken',
  'disabled-color': 'ink-3',
  'disabled-border': 'line',
}

/** Text and background of each colour with a meaning. */
const SHADES: Record<Colour, readonly [text: Token, background: Token]> = {
  plain: ['black', 'black-soft'],
  red: ['red', 'red-soft'],
  'hollow-red': ['red', 'surface'],
  pink: ['pink', 'pink-soft'],
  'deep-orange': ['deep', 'deep-soft'],
  orange: ['orange', 'orange-soft'],
  green: ['green', 'green-soft'],
  blue: ['blue', 'blue-soft'],
  sea: ['score', 'score-soft'],
  black: ['black', 'black-soft'],
}

const variable = (token: Token) => `var(--ao-${token})`

const scheme = (which: 0 | 1) => ({
  ...Object.fromEntries(Object.entries(TOKENS).map(([name, pair]) => [`--ao-${name}`, pair[which]])),
  ...Object.fromEntries(
    Object.entries(MANTINE).map(([name, token]) => [`--mantine-color-${name}`, variable(token)]),
  ),
})

export const cssVariables: CSSVariablesResolver = () => ({
  variables: Object.fromEntries(
    COLOURS.flatMap((name) => [
      [`--shade-${name}-letters`, variable(SHADES[name][0])],
      [`--shade-${name}-ground`, variable(SHADES[name][1])],
    ]),
  ),
  light: scheme(0),
  dark: scheme(1),
})

/** The style of an element in a colour with a meaning, such as a chip or a grid cell. */
export const shade = (colour: Colour) => ({
  color: `var(--shade-${colour}-letters)`,
  backgroundColor: `var(--shade-${colour}-ground)`,
})
