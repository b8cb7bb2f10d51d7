const BROWSERS: [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//u, 'Edge'],
  [/\bOPR\/|\bOpera\b/u, 'Opera'],
  [/\bFxiOS\/|\bFirefox\//u, 'Firefox'],
  [/\bSamsungBrowser\//u, 'Samsung Internet'],
  [/\bCriOS\/|Chrom(e|ium)\//u, 'Chrome'],
  [/\bSafari\//u, 'Safari'],
]
const SYSTEMS: [RegExp, string][] = [
  [/\biPhone\b/u, 'iPhone'],
  [/\biPad\b/u, 'iPad'],
  [/\bAndroid\b/u, 'Android'],
  [/\bWindows\b/u, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/u, 'a Mac'],
  [/\bCrOS\b/u, 'ChromeOS'],
  [/\bLinux\b/u, 'Linux'],
]

/** 'Firefox on Windows', from a user-agent header, which can be forged. */
export function describeBrowser(agent: string | null | undefined): string {
  const find = (among: typeof BROWSERS) => among.find(([pattern]) => pattern.test(agent ?? ''))?.[1]
  const [browser, system] = [find(BROWSERS), find(SYSTEMS)]
  if (browser && system) return `${browser} on ${system}`
  return browser ?? (system ? `A browser on ${system}` : 'An unknown browser')
}
