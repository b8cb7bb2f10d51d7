/** What addresses say about people: which reach one mailbox, and which are of one organisation. */

/** Domains of one provider under several names. */
const ALIASES: Record<string, string> = {
  'googlemail.com': 'gmail.com',
  'protonmail.com': 'proton.me',
  'pm.me': 'proton.me',
  'me.com': 'icloud.com',
  'mac.com': 'icloud.com',
  'ya.ru': 'yandex.ru',
  'yandex.com': 'yandex.ru',
}

/** Providers with which anybody has an address: it says nothing about where they work. Names before the first dot. */
const PUBLIC_NAMES = new Set(
  `gmail googlemail outlook hotmail live msn yahoo ymail rocketmail aol icloud proton protonmail pm gmx zoho fastmail
  yandex hushmail tutanota tuta mailbox posteo inbox mail email`.split(/\s+/u),
)
/** Further ones as a whole. */
const PUBLIC_DOMAINS = new Set(
  `me.com mac.com ya.ru mail.ru list.ru bk.ru rambler.ru ukr.net i.ua web.de t-online.de freenet.de arcor.de orange.fr
  free.fr wanadoo.fr laposte.net sfr.fr libero.it virgilio.it tiscali.it alice.it seznam.cz centrum.cz wp.pl o2.pl onet.pl
  interia.pl op.pl bluewin.ch telenet.be skynet.be ziggo.nl kpnmail.nl xs4all.nl telia.com abv.bg citromail.hu freemail.hu
  btinternet.com sky.com virginmedia.com ntlworld.com comcast.net verizon.net att.net sbcglobal.net cox.net charter.net
  earthlink.net juno.com shaw.ca rogers.com bell.net sympatico.ca bigpond.com optusnet.com.au xtra.co.nz
  qq.com foxmail.com 163.com 126.com yeah.net sina.com sina.cn sohu.com 139.com 189.cn aliyun.com
  naver.com daum.net hanmail.net nate.com kakao.com docomo.ne.jp ezweb.ne.jp au.com softbank.ne.jp i.softbank.jp
  nifty.com biglobe.ne.jp ocn.ne.jp so-net.ne.jp plala.or.jp excite.co.jp rediffmail.com uol.com.br bol.com.br terra.com.br
  ig.com.br globo.com walla.co.il hotmail.co.jp`.split(/\s+/u),
)

/** Second levels of countries under which organisations have theirs: ac.jp, edu.au, gov.uk. */
const SECOND_LEVELS = new Set(
  `ac co com edu go gob gouv gov govt gr gv lg mil ne net nom or org re res sch ltd plc nhs police asso
  cri geek gen iwi maori school ed ind`.split(/\s+/u),
)
/** Names that everyone may use in examples (RFC 2606): what is below them is an organisation's, as below a country. */
const EXAMPLES = /^example\.(?:com|net|org)$/u

const partsOf = (email: string): [local: string, domain: string] => {
  const at = email.lastIndexOf('@')
  return [
    email.slice(0, at).toLowerCase(),
    email
      .slice(at + 1)
      .toLowerCase()
      .replace(/\.$/u, ''),
  ]
}

/** The domain that an organisation has registered: 'u-tokyo.ac.jp' of 'eps.s.u-tokyo.ac.jp'; '' where there is none. */
export function organisationDomain(domain: string): string {
  const labels = domain.split('.')
  const last = labels.at(-1) ?? ''
  const isBelowCountry = last.length === 2 && SECOND_LEVELS.has(labels.at(-2) ?? '')
  const levels = isBelowCountry || EXAMPLES.test(labels.slice(-2).join('.')) ? 3 : 2
  return labels.length < levels ? '' : labels.slice(-levels).join('.')
}

/** Whether anybody can have an address of the domain. */
export function isPublicDomain(domain: string): boolean {
  const registered = organisationDomain(domain)
  return (
    registered === '' ||
    PUBLIC_DOMAINS.has(domain) ||
    PUBLIC_DOMAINS.has(registered) ||
    PUBLIC_NAMES.has(registered.split('.')[0]!)
  )
}

/** The domain of an address in small letters, or '' where anybody can have one. */
export function workDomain(email: string): string {
  const [, domain] = partsOf(email)
  return isPublicDomain(domain) ? '' : domain
}

/** What addresses that reach one mailbox have in common: without a tag after +, and at Gmail without dots. */
export function mailboxOf(email: string): string {
  const [local, written] = partsOf(email)
  const domain = ALIASES[written] ?? written
  const untagged = local.replace(/(?!^)\+.*$/u, '')
  return `${domain === 'gmail.com' ? untagged.replaceAll('.', '') : untagged}@${domain}`
}
