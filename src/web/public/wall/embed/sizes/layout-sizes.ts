/**
 * The lengths in px that style sheets and estimates of heights share. A style sheet names one `var(--size-foot-height)`;
 * tools/size-properties.ts writes its value there at build time. Names that end in `Lines` are
 * numbers of lines, and those in `Percent` shares of a width.
 */
export const footHeight = 48
/** A foot with buttons, and one in which they stand below the count. */
export const buttonsFoot = 60
export const narrowButtonsFoot = 84
/** Between the edge of a card, or of a feature without buttons, and the foot. */
export const edgeFootSpace = 8
/** Between the authors of cells without an edge and the foot. */
export const footSpace = 12

/** The line in the place of testimonials. */
export const noneHeight = 28

/** Space between cells, within them, and their corners, as an owner chooses them. */
export const usualGap = 16
export const usualPadding = 20
export const usualCorner = 8
export const gaps = { compact: 10, normal: usualGap, airy: 28 } as const
export const paddings = { compact: 14, normal: usualPadding, airy: 28 } as const
export const corners = { square: 0, soft: usualCorner, round: 18 } as const

/** Lanes are two gaps apart, and the room of the rule between them. */
export const ruleGap = 17
/** The gap between lanes, which style sheets alone name. @public */
export const usualLaneGap = 2 * usualGap + ruleGap

/** The stars and marks above the words, with the space below them. */
export const headLine = 18
export const headSpace = 10
export const headHeight = headLine + headSpace
/** The lines of an author, of an origin and of a link to the rest. */
export const smallLine = 18
export const avatarSize = 36
export const avatarGap = 10
export const authorSpace = 14
export const authorHeight = avatarSize + authorSpace
export const titleSpace = 4
export const titleType = 18
export const titleLine = 25
/** Names and titles of authors. */
export const personType = 13
/** Words that no layout sets larger. */
export const wordsType = 16
export const wordsLine = 24
export const photoMost = 380
export const photoSpace = 16

/** Recordings in cards: a bar, a poster above the words, and a film beside them. */
export const barHeight = 44
export const barSpace = 12
export const posterSpace = 12
export const narrowHeadSpace = 8
export const wordsSpace = 10
export const posterLines = 2
export const tallFilm = 116
export const tallLines = 4
/** The least height of a card with media beside the words. */
export const besideLeast = 240

/** Additional padding of a card of a carousel. */
export const carouselInset = 4
/** The padding of a card in a carousel, which style sheets alone name. @public */
export const carouselPadding = usualPadding + carouselInset
export const carouselPhoto = 200
/** Visible width of the next card, with the gap before it. */
export const carouselPeek = 40
/** Half of the space between media and the words beside them. */
export const besideSpace = 10
export const halfPadding = 16

/** The least width of a cell of a grid by the cells in its row. */
export const twoCellsPercent = 38
export const threeCellsPercent = 27
export const fourCellsPercent = 20

/** Columns of a list: the author, the gap beside it, and a photo. */
export const listAuthor = 212
export const listGap = 32
export const broadListAuthor = 260
export const broadListGap = 48
export const listSide = listAuthor + listGap
export const broadListSide = broadListAuthor + broadListGap
export const listPhoto = 178
export const listPhotoMost = 200
export const listStart = 24
export const listEnd = 36
/** The space around the words of a row, and its rule. */
export const listEdges = listStart + listEnd + 1
export const listLeast = 120
export const listFilmLeast = 164
export const narrowListFilmLeast = 200

/** The mark before a testimonial that is set as a headline, by width, and what stands around the words. */
export const singleMark = 48
export const middleMark = 60
export const middleMarkWidth = 64
export const broadMark = 80
export const broadMarkWidth = 88
export const singlePadding = 24
export const singleGap = 22
export const singleFilm = 168
export const singleFilmSpace = 14
export const singleFilmLeast = 312
/** Half of the space between a film and the words beside it. */
export const singleFilmInset = 16
export const singleFilmGap = 2 * singleFilmInset
export const middleTallFilm = 200
export const broadTallFilm = 234
export const broadWideFilm = 512

/** A feature: its pictures, and what stands around the words. */
export const featurePercent = 38.5
export const featurePicture = 300
export const broadFeaturePicture = 448
export const featurePhotoEdge = 40
export const featurePadding = 24
export const featureBlock = 28
export const broadFeaturePadding = 56
export const broadFeatureBlock = 40
export const featureHeadSpace = 14
export const featureAuthorSpace = 20

/** Figures, lines and quotations of a rating summary. */
export const ratingsPadding = 24
export const ratingsGap = 20
export const broadRatingsGap = 56
export const ratingsFigures = 190
export const ratingsAverage = 80
export const ratingsLine = 28
export const quotesGap = 20
export const quotesInset = 48
export const quoteStars = 15
export const quoteSpace = 8
export const quoteType = 17
export const quoteLine = 25
export const quoteLines = 3

/** Circles of authors, which overlap, and the sentence beside them. */
export const circleSize = 44
export const circleOverlap = 8
export const circlesGap = 8
export const broadCirclesGap = 20
export const namesType = 17
export const namesLine = 26
export const broadNamesType = 22
export const broadNamesLine = 33
export const countType = 14
export const sentenceType = 17
export const sentenceLine = 22
export const broadSentenceType = 20
export const broadSentenceLine = 26
