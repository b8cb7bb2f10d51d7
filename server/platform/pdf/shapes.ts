import { PdfName, PdfStream } from '@libpdf/core'
import { bare, dict, later, list, named, oneOf, plain, plains, type Shape, stream, tuple } from './copier.ts'

// What draws a page, after ISO 32000-2: an entry that is not named here never reaches an export. Left out on purpose:
// what stands in other files (F, Ref, OPI), what tells of persons and programs (Metadata, PieceInfo, LastModified), what
// is chosen by a program (Alternates, OC), and what a printing press alone asks for (halftones, undercolour removal).

const numbers = plains(
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
const functions: Shape = later(() => aFunction)
const FUNCTION = { ...numbers, Functions: list(functions) }
const aFunction = oneOf({ plain, list: list(functions), dict: dict(FUNCTION), stream: stream(FUNCTION) })

const colour: Shape = later(() => oneOf({ plain, list: colourSpace }))
const profile = stream({ ...plains('N', 'Range'), Alternate: colour })
const calibrated = dict(plains('WhitePoint', 'BlackPoint', 'Gamma', 'Matrix', 'Range'))
const table = oneOf({ plain, stream: bare })
const COLOURS: Readonly<Record<string, readonly Shape[]>> = {
  ICCBased: [profile],
  CalGray: [calibrated],
  CalRGB: [calibrated],
  Lab: [calibrated],
  Indexed: [colour, plain, table],
  I: [colour, plain, table],
  Pattern: [colour],
  Separation: [plain, colour, aFunction],
  DeviceN: [plain, colour, aFunction],
}
const colourSpace = tuple((family) => [plain, ...(COLOURS[family] ?? [])])

/** How the parts of a page or a form blend together. */
export const group = dict({ ...plains('Type', 'S', 'I', 'K'), CS: colour })

const SHADING = {
  ...plains('ShadingType', 'Background', 'BBox', 'AntiAlias', 'Domain', 'Coords', 'Extend', 'Matrix'),
  ...plains('BitsPerCoordinate', 'BitsPerComponent', 'BitsPerFlag', 'Decode', 'VerticesPerRow'),
  ColorSpace: colour,
  Function: aFunction,
}
const shading = oneOf({ dict: dict(SHADING), stream: stream(SHADING) })

const descriptor = dict({
  ...plains(
    'Type',
    'FontName',
    'FontFamily',
    'FontStretch',
    'FontWeight',
    'Flags',
    'FontBBox',
    'ItalicAngle',
    'Ascent',
  ),
  ...plains(
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
  FontFile: stream(plains('Length1', 'Length2', 'Length3')),
  FontFile2: stream(plains('Length1')),
  FontFile3: stream(plains('Subtype', 'Length1')),
  CIDSet: bare,
})
const collection = dict(plains('Registry', 'Ordering', 'Supplement'))
const characterMap: Shape = later(() => oneOf({ plain, stream: stream(CHARACTER_MAP) }))
const CHARACTER_MAP = {
  ...plains('Type', 'CMapName', 'WMode'),
  CIDSystemInfo: collection,
  UseCMap: characterMap,
}
const font: Shape = later(() => fontDict)
const fontDict = dict({
  ...plains(
    'Type',
    'Subtype',
    'BaseFont',
    'Name',
    'FirstChar',
    'LastChar',
    'Widths',
    'FontBBox',
    'FontMatrix',
  ),
  ...plains('DW', 'W', 'DW2', 'W2'),
  FontDescriptor: descriptor,
  Encoding: oneOf({
    plain,
    dict: dict(plains('Type', 'BaseEncoding', 'Differences')),
    stream: stream(CHARACTER_MAP),
  }),
  ToUnicode: characterMap,
  DescendantFonts: list(font),
  CIDSystemInfo: collection,
  CIDToGIDMap: oneOf({ plain, stream: bare }),
  CharProcs: named(bare),
  Resources: later(() => resources),
})

const image: Shape = later(() => imageStream)
const imageStream = stream({
  ...plains(
    'Type',
    'Subtype',
    'Width',
    'Height',
    'BitsPerComponent',
    'Intent',
    'ImageMask',
    'Decode',
    'Interpolate',
  ),
  ...plains('SMaskInData', 'Matte'),
  ColorSpace: colour,
  Mask: oneOf({ list: plain, stream: image }),
  SMask: image,
})

/** A drawing that pages and other drawings show. */
export const form = stream({
  ...plains('Type', 'Subtype', 'FormType', 'BBox', 'Matrix'),
  Resources: later(() => resources),
  Group: group,
})

/** A form or an image; a piece of PostScript is neither. */
export const drawing: Shape = (value, copier) => {
  if (!(value instanceof PdfStream)) return null
  const kind = copier.look(value.get('Subtype'))
  if (!(kind instanceof PdfName)) return null
  if (kind.value === 'Form') return form(value, copier)
  return kind.value === 'Image' ? imageStream(value, copier) : null
}

const state = dict({
  ...plains(
    'Type',
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
  SMask: oneOf({ plain, dict: dict({ ...plains('Type', 'S', 'BC'), G: form, TR: aFunction }) }),
})

const pattern = oneOf({
  dict: dict({ ...plains('Type', 'PatternType', 'Matrix'), Shading: shading, ExtGState: state }),
  stream: stream({
    ...plains('Type', 'PatternType', 'PaintType', 'TilingType', 'BBox', 'XStep', 'YStep', 'Matrix'),
    Resources: later(() => resources),
  }),
})

/** What a page, a form, a pattern or a font draws with. */
export const resources = dict({
  ProcSet: plain,
  ExtGState: named(state),
  ColorSpace: named(colour),
  Pattern: named(pattern),
  Shading: named(shading),
  Font: named(font),
  XObject: named(drawing),
})
