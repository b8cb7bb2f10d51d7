/** Elements whose default display hangs on more than their name. */
const ASK = new Set(['INPUT', 'DIALOG', 'DETAILS', 'AREA', 'SLOT'])

/**
 * Lets a window answer at once whether an element is displayed and visible, which a search by role asks of every element:
 * from what stands at it and above it, for no style sheet is loaded here. What else is asked, jsdom works out.
 */
export function answerStylesQuickly(window: Window & typeof globalThis) {
  const { document } = window
  const computed = window.getComputedStyle.bind(window)
  const displays = new Map<string, string>()

  function displayOf(element: Element) {
    const { tagName } = element
    if (ASK.has(tagName) || element.hasAttribute('hidden')) return computed(element).display
    const own = element.hasAttribute('style') && (element as HTMLElement).style.display
    if (own) return own
    const known = displays.get(tagName)
    if (known !== undefined) return known
    const { display } = computed(document.createElementNS(element.namespaceURI, element.localName))
    displays.set(tagName, display)
    return display
  }

  function visibilityOf(element: Element) {
    for (let one: Element | null = element; one; one = one.parentElement) {
      const own = one.hasAttribute('style') && (one as HTMLElement).style.visibility
      if (own) return own
    }
    return 'visible'
  }

  const quick = (element: Element, property: string | symbol) =>
    property === 'display'
      ? displayOf(element)
      : property === 'visibility'
        ? visibilityOf(element)
        : undefined

  window.getComputedStyle = (element, pseudo) => {
    let style: CSSStyleDeclaration | undefined
    const worked = () => (style ??= computed(element, pseudo))
    if (pseudo) return worked()
    const getPropertyValue = (property: string) =>
      quick(element, property) ?? worked().getPropertyValue(property)
    return new Proxy({} as CSSStyleDeclaration, {
      get(_, name) {
        if (name === 'getPropertyValue') return getPropertyValue
        const answer = quick(element, name) ?? Reflect.get(worked(), name)
        return typeof answer === 'function' ? answer.bind(worked()) : answer
      },
    })
  }
}
