const SUBJECTS = [
  'Soluble organic compounds',
  'Hydrated silicates',
  'Presolar grains',
  'Carbonate veins',
  'Magnetite framboids',
  'Noble gases',
  'Space-weathered rims',
  'Sulfur isotopes',
  'Amino acid chirality',
  'Phosphate-rich clasts',
  'Shock features',
  'Fluid inclusions',
  'Insoluble organic matter',
  'Chromium isotope anomalies',
  'Thermal conductivity',
]
const PLACES = [
  'in particles of Ryugu',
  'in stones of Bennu',
  'across both asteroids',
  'from the second touchdown site',
  'at the scale of single grains',
]
const MEANS = [
  'by synchrotron X-ray tomography',
  'by nanoscale secondary ion mass spectrometry',
  'by transmission electron microscopy',
  'by micro-Raman mapping',
  'by high-resolution mass spectrometry',
  'by thermal ionisation mass spectrometry',
]

export const KEYWORDS = [
  'Organic matter',
  'Hydrous alteration',
  'Isotopes',
  'Noble gases',
  'Space weathering',
  'Mineralogy',
  'Petrology',
  'Physical properties',
  'Magnetism',
  'Presolar material',
]
export const HIDDEN_KEYWORD = 'Cosmic dust (old list)'
export const METHODS = [
  'SEM-EDS',
  'TEM',
  'NanoSIMS',
  'XRD',
  'X-ray tomography',
  'Raman spectroscopy',
  'FTIR',
  'GC-MS',
  'Orbitrap MS',
  'TIMS',
  'Noble gas MS',
  'AFM',
]
export const HIDDEN_METHOD = 'Optical microscopy (old list)'

/** The n-th title of the demonstration. */
export const title = (n: number) =>
  `${SUBJECTS[n % SUBJECTS.length]} ${PLACES[n % PLACES.length]} ${MEANS[n % MEANS.length]}`

/** The n-th abstract: some fifty words. */
export const abstract = (n: number) =>
  `We ask what ${SUBJECTS[n % SUBJECTS.length]!.toLowerCase()} ${PLACES[n % PLACES.length]} say about water, heat and light in the young solar system. ` +
  `Grains of ≤ 1 mm are studied ${MEANS[n % MEANS.length]}, first without cutting them, then in section. ` +
  'The same pieces serve three groups in turn, so that little material answers much, and what is left returns to the curation facility.'
