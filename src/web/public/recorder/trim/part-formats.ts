import {
	ADTS,
	AdtsOutputFormat,
	FLAC,
	FlacOutputFormat,
	type InputFormat,
	MATROSKA,
	MkvOutputFormat,
	MP3,
	MP4,
	Mp3OutputFormat,
	Mp4OutputFormat,
	OGG,
	OggOutputFormat,
	type OutputFormat,
	QTFF,
	WAVE,
	WEBM,
	WebMOutputFormat,
} from 'mediabunny'
import type { Take } from '#web/public/recorder/takes/take-store.ts'

/** Files of browsers, phones and sound recorders. */
export const inputFormats = [MP4, QTFF, WEBM, MATROSKA, OGG, MP3, WAVE, FLAC, ADTS]

/**
 * The file of a part of a take: of the same kind as the whole, and written from the beginning to the end, so that memory stays flat.
 * A QuickTime file, as phones make it, becomes an MP4 file.
 */
export function outputFor(input: InputFormat, { kind, mime }: Pick<Take, 'kind' | 'mime'>) {
	const as = (format: OutputFormat, subtype: string) => ({
		format,
		// The codecs of a recorder stay named.
		mime: mime.includes(`/${subtype}`) ? mime : `${kind}/${subtype}`,
	})
	switch (input) {
		case WEBM:
			return as(new WebMOutputFormat({ appendOnly: true }), 'webm')
		case MATROSKA:
		// The head of a WAVE file states its length, which is known only at the end.
		case WAVE:
			return as(new MkvOutputFormat({ appendOnly: true }), 'x-matroska')
		case OGG:
			return as(new OggOutputFormat(), 'ogg')
		case MP3:
			return as(new Mp3OutputFormat({ xingHeader: false }), 'mpeg')
		case FLAC:
			return as(new FlacOutputFormat({ appendOnly: true }), 'flac')
		case ADTS:
			return as(new AdtsOutputFormat(), 'aac')
		default:
			return as(new Mp4OutputFormat({ fastStart: 'fragmented' }), 'mp4')
	}
}
