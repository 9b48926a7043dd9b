/**
 * The limits of every parser of files and bodies, in one place. `test/system/parser-limits.test.ts` lists the modules that parse, and fails
 * for one that it does not know.
 */
const KiB = 1024
const MiB = 1024 * KiB

/** Limits of a process for untrusted bytes: memory, processor time and time for one answer. */
export type ProcessLimits = { megabytes: number; cpuSeconds: number; seconds: number }

/** Bytes up to which a file is parsed in the server; what is larger, or packed, gets a process of its own. */
export const maxBytesInServer = 256 * KiB

/** JSON on any wire and in any file. More levels would exhaust the stack of PostgreSQL or JavaScript. */
export const jsonLimits = { depth: 100 }

/** Rows of one write; PostgreSQL's tables have at most 1,600 columns. */
export const payloadLimits = { rows: 100_000, columns: 2000 }

/** A call of a webhook: time until its answer begins, and what is read of the answer, which is kept as text and not parsed. */
export const webhookLimits = { milliseconds: 10_000, answerBytes: 1000, answerMilliseconds: 2000 }

/** A file of rows. How many bytes, rows and columns it may have, and the size of a cell, are settings (`IMPORT_MAX_*`). */
export const tableLimits = {
	/** Bytes of a file that is parsed in the server: quotation marks that are not closed take quadratic time. */
	bytesInServer: 64 * KiB,
	/** Cells of one row: those behind the last heading are refused with their row. */
	cellsOfRow: 10_000,
	/** Characters of one row. */
	rowLength: 8 * MiB,
	process: { megabytes: 512, cpuSeconds: 60, seconds: 120 } satisfies ProcessLimits,
}

/** JSON with rows. */
export const jsonTableLimits = {
	/** Values within one row, at any depth. */
	valuesOfRow: 100_000,
	/** Members of the object around the lists. */
	members: 10_000,
}

/** Text with rows: bytes of the lines that an encoding is guessed from. */
export const textLimits = { encodingSample: 32 * KiB }

/** HTML and XML with rows. */
export const markupLimits = {
	depth: 200,
	/** Characters without the end of a tag, which the parser keeps. */
	unclosed: 16 * MiB,
	/** Tables of a page, and rows of one beside those of an import: a title, headings and empty ones. */
	tables: 5000,
	rowsAbove: 1000,
	/** Columns or rows of one cell. */
	span: 1000,
	/** Elements of one row. */
	elementsOfRow: 100_000,
	/** Pages that comments stand below. */
	threads: 200_000,
}

/** YAML with rows: characters of one item, and signs in it that open a level. */
export const yamlLimits = { itemLength: MiB, bracketsOfItem: 5000 }

/** Workbooks (XLSX and ODS), whose parts are XML in a ZIP. */
export const workbookLimits = {
	/** Bytes of one part, unpacked: the XML of a sheet is many times as long as its cells. */
	unpackedBytes: 512 * MiB,
	/** Bytes of the texts that cells refer to, which are held in memory. */
	sharedBytes: 64 * MiB,
	/** Characters of one cell. */
	textLength: MiB,
	/** Cells that one row of XML may stand for. */
	repeatedCells: 1_000_000,
	/** Characters of all cells: each of very many may refer to the same long text. */
	characters: 256 * MiB,
}

/** CSV. */
export const csvLimits = {
	/** Rows with a quotation mark that is not closed; each costs another look at what follows it. */
	brokenRows: 200,
	/** Rows without a filled cell: twice as many as a sheet has. */
	emptyRows: 2_000_000,
	/** Characters from which the quotation marks of a row are counted, and how many it may have then. */
	longRow: MiB,
	quotesOfLongRow: 100_000,
}

/** Files in a ZIP with rows, in an archive of the command, and in one that a person brought, whose directory is held in memory. */
export const zipLimits = { entriesOfTable: 20_000, entriesOfArchive: 1_000_000, entriesOfBrought: 50_000 }

/** Bytes of the parts of an archive that are read whole: captions, of which a row may have a megabyte, make the longest lines. */
export const archiveLimits = {
	manifestBytes: MiB,
	checksumBytes: 400,
	lineBytes: 16 * MiB,
	databaseFactsBytes: 64 * MiB,
}

/** Fonts: bytes of an upload, of its tables when unpacked, and of the WOFF2 that visitors load. */
export const fontLimits = {
	upload: 2_000_000,
	tables: 8_000_000,
	stored: 1_000_000,
	tableCount: 128,
	process: { megabytes: 512, cpuSeconds: 30, seconds: 30 } satisfies ProcessLimits,
}

/** Pictures. How many bytes and pixels they may have is the policy of a bucket or form. */
export const imageLimits = {
	/** Memory of decoding, of which the process needs some more. */
	decodedBytes: 300 * MiB,
	seconds: 20,
	process: { megabytes: 448, cpuSeconds: 15, seconds: 60 } satisfies ProcessLimits,
	cardProcess: { megabytes: 448, cpuSeconds: 15, seconds: 30 } satisfies ProcessLimits,
}

/** A file of captions, for one recording in one language. */
export const captionLimits = { bytes: 500_000, cues: 5000 }

/** XML of SAML. Verifying a signature takes quadratic time. */
export const xmlLimits = {
	depth: 40,
	elements: 20_000,
	elementsOfResponse: 1000,
	attributes: 200,
	responseBytes: 256 * KiB,
}

/** Fields of a form post: twenty questions with twenty choices each, and the others. Rows that are pasted are a field of an import. */
export const formLimits = { fields: 500, fieldBytes: 256 * KiB, allFieldBytes: MiB, rowsBytes: 4 * MiB }

/** HTML of other websites, of which the first bytes are read: what opens further elements ends the reading. */
export const htmlLimits = {
	bytes: MiB,
	depth: 500,
	/** Items of JSON-LD that are looked at. */
	items: 2000,
	process: { megabytes: 256, cpuSeconds: 10, seconds: 20 } satisfies ProcessLimits,
}

/** An event about a customer: bytes of the request and of its data, levels and values of the data, and lengths of its texts. */
export const customerEventLimits = {
	bytes: 32 * KiB,
	dataBytes: 8 * KiB,
	depth: 10,
	values: 500,
	event: 80,
	reference: 200,
	name: 120,
}
