import { expect, it } from 'vitest'
import { sniffContainer } from './sniff-container.ts'

const bytes = (hex: string) => Buffer.concat([Buffer.from(hex, 'hex'), Buffer.alloc(60)])

it.each([
	['mov', `00000018${Buffer.from('ftypisom').toString('hex')}`],
	['mov', `00000008${Buffer.from('wide').toString('hex')}`],
	['matroska', '1a45dfa3'],
	['ogg', '4f676753'],
	['wav', `52494646ffffffff${Buffer.from('WAVE').toString('hex')}`],
	['flac', '664c6143'],
	['mp3', '494433'],
	['mp3', 'fffb9064'],
	['mp3', 'fff34464'],
	['aac', 'fff15080'],
	['aac', 'fff95080'],
])('the first bytes of %s are detected', (container, hex) => {
	expect(sniffContainer(bytes(hex))).toBe(container)
})

it.each([
	['a playlist', Buffer.from('#EXTM3U\nfile:///etc/passwd').toString('hex')],
	['a picture in an ISO file', `00000018${Buffer.from('ftypheic').toString('hex')}`],
	['an AVI', `52494646ffffffff${Buffer.from('AVI ').toString('hex')}`],
	['UTF-16 text', 'fffe68006900'],
	['MPEG audio with a forbidden bit rate', 'fffbf064'],
	['ADTS with a forbidden sample rate', 'fff17c80'],
	['nothing', ''],
])('%s is not taken for a recording', (_, hex) => {
	expect(sniffContainer(bytes(hex))).toBeUndefined()
	expect(sniffContainer(Buffer.from(hex, 'hex'))).toBeUndefined()
})
