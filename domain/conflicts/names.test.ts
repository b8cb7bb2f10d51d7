import { expect, test } from 'vitest'
import { comparedName, isNamesake } from './names.ts'

/** 'Zoë | Lefèvre': given names and family name. */
const nameOf = (text: string) => {
  const [first_name, last_name] = text.split(' | ') as [string, string]
  return comparedName({ first_name, last_name })
}
const both = (a: string, b: string) => [isNamesake(nameOf(a), nameOf(b)), isNamesake(nameOf(b), nameOf(a))]

test.each([
  ['order', 'Aoi | Sato', 'Sato | Aoi'],
  ['case', 'Aoi | Sato', 'AOI | SATO'],
  ['accents', 'Zoë | Lefèvre', 'Zoe | Lefevre'],
  ['accents of Vietnamese', 'Trần Văn | Đức', 'Tran Van | Duc'],
  ['a letter that is no accented one', 'Łukasz | Wójcik', 'Lukasz | Wojcik'],
  ['an umlaut written out', 'Jörg | Müller', 'Joerg | Mueller'],
  ['a ring written out', 'Lars | Østergård', 'L. | Ostergaard'],
  ['a dotless i', 'Işıl | Çelik', 'Isil | Celik'],
  ['an initial', 'A. | Sato', 'Aoi | Sato'],
  ['two initials', 'J.-P. | Martin', 'Jean-Pierre | Martin'],
  ['a middle name', 'Aoi Maria | Sato', 'Aoi | Sato'],
  ['a middle initial', 'Aoi M. | Sato', 'Maria Aoi | Sato'],
  ['a second family name', 'Maria | Santos-Garcia', 'Maria | Santos'],
  ['a hyphen', 'Min-jun | Kim', 'Minjun | Kim'],
  ['a blank', 'Zoe | Le Fèvre', 'Zoe | Lefèvre'],
  ['an apostrophe', 'Chiara | D’Amico', 'Chiara | DAmico'],
  ['a title', 'Prof. Aoi | Sato', 'Aoi | Sato'],
  ['a suffix', 'John | Smith Jr.', 'John | Smith'],
  ['Cyrillic letters', 'Дмитрий | Лебедев', 'Dmitry | Lebedev'],
  ['an initial in Cyrillic letters', 'Ю. | Войцик', 'Yuri | Wójcik'],
  ['Ukrainian letters', 'Олексій | Шевченко', 'Oleksiy | Shevchenko'],
  ['Greek letters', 'Γιώργος | Νικολάου', 'G. | Nikolaou'],
  ['Greek letters, c for k', 'Νίκος | Θεοδώρου', 'Nicos | Theodorou'],
  ['kana', 'さとう | あおい', 'Sato | Aoi'],
  ['half-width kana', 'ｻﾄｳ | ｱｵｲ', 'Satō | Aoi'],
  ['contracted kana', 'シュウジ | オオノ', 'Shuji | Ohno'],
  ['a variant of a character', '美咲 | 髙橋', '高橋 | 美咲'],
  ['no blank between characters', '陽菜 | 渡辺', '渡辺陽菜 | '],
  ['a traditional character', '偉 | 張', '偉 | 张'],
  ['a long vowel', 'Yuji | Ito', 'Yuuji | Itoh'],
  ['one letter wrong', 'Yui | Kobayashi', 'Yui | Kobayasi'],
  ['two letters changed places', 'Karolina | Dvorakova', 'Karolina | Dvoarkova'],
])('a namesake with %s: %s is %s', (_, a, b) => {
  expect(both(a, b)).toEqual([true, true])
})

test.each([
  ['another given name', 'Aoi | Sato', 'Akari | Sato'],
  ['another family name', 'João | Muñoz', 'João | Araújo'],
  ['a family name alone', 'Aoi | Sato', ' | Sato'],
  ['initials alone', 'A. | S.', 'Aoi | Sato'],
  ['another initial', 'K. | Sato', 'Aoi | Sato'],
  ['one letter of a short name', 'Aoi | Sato', 'Aoi | Sato2'],
  ['one letter of a short one', 'Wei | Lin', 'Wei | Liu'],
  ['a number', 'Akari | Sato12', 'Akari | Sato13'],
  ['two letters of a long one', 'Yui | Kobayashi', 'Yui | Kabayasu'],
  ['one letter of each', 'Karolina | Dvorakova', 'Karoline | Dvorakovi'],
  ['two given names of three', 'Maria Aoi | Sato', 'Ken Aoi | Sato'],
  ['nothing', ' | ', ' | '],
])('no namesake with %s: %s is not %s', (_, a, b) => {
  expect(both(a, b)).toEqual([false, false])
})
