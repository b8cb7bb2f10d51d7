import { PdfName, PdfStream } from '@libpdf/core'
import {
  bareStream,
  type CopyRule,
  dict,
  dictOf,
  lazy,
  list,
  named,
  oneOf,
  plain,
  plainFields,
  stream,
  tuple,
} from './copier.ts'

// The entries of ISO 32000-2 that draw a page; an entry that is not named here never reaches an export. Left out on
// purpose: references to other files (F, Ref, OPI), metadata (Metadata, PieceInfo, LastModified), optional content and
// alternates (Alternates, OC), and settings for printing presses (halftones, undercolour removal).

const numbers = plainFields(
  'FunctionType',
  'Domain',
  'Range',
  'C0',
  'C1',
  'N',
  'Bounds',
  'Encode',
  'Decode',
  'Size',
  'BitsPerSample',
  'Order',
)
const functions: CopyRule = lazy(() => functionRule)
const FUNCTION = { ...numbers, Functions: list(functions) }
const functionRule = oneOf({ plain, list: list(functions), dict: dict(FUNCTION), stream: stream(FUNCTION) })

const colour: CopyRule = lazy(() => oneOf({ plain, list: colourSpace }))
const profile = stream({ ...plainFields('N', 'Range'), Alternate: colour })
const calibrated = dict(plainFields('WhitePoint', 'BlackPoint', 'Gamma', 'Matrix', 'Range'))
const table = oneOf({ plain, stream: bareStream })
const COLOUR_SPACE_PARAMETERS: Readonly<Record<string, readonly CopyRule[]>> = {
  ICCBased: [profile],
  CalGray: [calibrated],
  CalRGB: [calibrated],
  Lab: [calibrated],
  Indexed: [colour, plain, table],
  I: [colour, plain, table],
  Pattern: [colour],
  Separation: [plain, colour, functionRule],
  DeviceN: [plain, colour, functionRule],
}
const colourSpace = tuple((family) => [plain, ...(COLOUR_SPACE_PARAMETERS[family] ?? [])])

/** A transparency group. */
export const group = dict({
  ...plainFields('I', 'K'),
  Type: named('Group'),
  S: named('Transparency'),
  CS: colour,
})

const SHADING = {
  ...plainFields('ShadingType', 'Background', 'BBox', 'AntiAlias', 'Domain', 'Coords', 'Extend', 'Matrix'),
  ...plainFields('BitsPerCoordinate', 'BitsPerComponent', 'BitsPerFlag', 'Decode', 'VerticesPerRow'),
  ColorSpace: colour,
  Function: functionRule,
}
const shading = oneOf({ dict: dict(SHADING), stream: stream(SHADING) })

const descriptor = dict({
  Type: named('FontDescriptor'),
  ...plainFields(
    'FontName',
    'FontFamily',
    'FontStretch',
    'FontWeight',
    'Flags',
    'FontBBox',
    'ItalicAngle',
    'Ascent',
  ),
  ...plainFields(
    'Descent',
    'Leading',
    'CapHeight',
    'XHeight',
    'StemV',
    'StemH',
    'AvgWidth',
    'MaxWidth',
    'MissingWidth',
    'CharSet',
  ),
  FontFile: stream(plainFields('Length1', 'Length2', 'Length3')),
  FontFile2: stream(plainFields('Length1')),
  FontFile3: stream({ ...plainFields('Length1'), Subtype: named('Type1C', 'CIDFontType0C', 'OpenType') }),
  CIDSet: bareStream,
})
const collection = dict(plainFields('Registry', 'Ordering', 'Supplement'))
const characterMap: CopyRule = lazy(() => oneOf({ plain, stream: stream(CHARACTER_MAP) }))
const CHARACTER_MAP = {
  Type: named('CMap'),
  ...plainFields('CMapName', 'WMode'),
  CIDSystemInfo: collection,
  UseCMap: characterMap,
}
const font: CopyRule = lazy(() => fontDict)
const fontDict = dict({
  Type: named('Font'),
  Subtype: named('Type0', 'Type1', 'MMType1', 'Type3', 'TrueType', 'CIDFontType0', 'CIDFontType2'),
  ...plainFields('BaseFont', 'Name', 'FirstChar', 'LastChar', 'Widths', 'FontBBox', 'FontMatrix'),
  ...plainFields('DW', 'W', 'DW2', 'W2'),
  FontDescriptor: descriptor,
  Encoding: oneOf({
    plain,
    dict: dict({ Type: named('Encoding'), ...plainFields('BaseEncoding', 'Differences') }),
    stream: stream(CHARACTER_MAP),
  }),
  ToUnicode: characterMap,
  DescendantFonts: list(font),
  CIDSystemInfo: collection,
  CIDToGIDMap: oneOf({ plain, stream: bareStream }),
  CharProcs: dictOf(bareStream),
  Resources: lazy(() => resources),
})

const image: CopyRule = lazy(() => imageStream)
const imageStream = stream({
  Type: named('XObject'),
  Subtype: named('Image'),
  ...plainFields('Width', 'Height', 'BitsPerComponent', 'Intent', 'ImageMask', 'Decode', 'Interpolate'),
  ...plainFields('SMaskInData', 'Matte'),
  ColorSpace: colour,
  Mask: oneOf({ list: plain, stream: image }),
  SMask: image,
})

/** A form XObject. */
export const form = stream({
  Type: named('XObject'),
  Subtype: named('Form'),
  ...plainFields('FormType', 'BBox', 'Matrix'),
  Resources: lazy(() => resources),
  Group: group,
})

/** A form or image XObject; PostScript XObjects are left out. */
export const drawing: CopyRule = (value, copier) => {
  if (!(value instanceof PdfStream)) return null
  const kind = copier.resolve(value.get('Subtype'))
  if (!(kind instanceof PdfName)) return null
  if (kind.value === 'Form') return form(value, copier)
  return kind.value === 'Image' ? imageStream(value, copier) : null
}

const state = dict({
  Type: named('ExtGState'),
  ...plainFields(
    'LW',
    'LC',
    'LJ',
    'ML',
    'D',
    'RI',
    'OP',
    'op',
    'OPM',
    'FL',
    'SM',
    'SA',
    'BM',
    'CA',
    'ca',
    'AIS',
    'TK',
  ),
  Font: tuple(() => [font, plain]),
  SMask: oneOf({
    plain,
    dict: dict({
      Type: named('Mask'),
      S: named('Alpha', 'Luminosity'),
      BC: plain,
      G: form,
      TR: functionRule,
    }),
  }),
})

const pattern = oneOf({
  dict: dict({
    Type: named('Pattern'),
    ...plainFields('PatternType', 'Matrix'),
    Shading: shading,
    ExtGState: state,
  }),
  stream: stream({
    Type: named('Pattern'),
    ...plainFields('PatternType', 'PaintType', 'TilingType', 'BBox', 'XStep', 'YStep', 'Matrix'),
    Resources: lazy(() => resources),
  }),
})

/** The resources of a page, form, pattern or font. */
export const resources = dict({
  ProcSet: plain,
  ExtGState: dictOf(state),
  ColorSpace: dictOf(colour),
  Pattern: dictOf(pattern),
  Shading: dictOf(shading),
  Font: dictOf(font),
  XObject: dictOf(drawing),
})
