import { expect, it } from 'vitest'
import { turnName } from './person-name.ts'

it.each([
	['Brook, Lena', 'Lena Brook'],
	["O'Hara, Max", "Max O'Hara"],
	['Brook,Lena', 'Lena Brook'],
	['García Márquez, Gabriel', 'Gabriel García Márquez'],
	['van der Berg, Anna Maria', 'Anna Maria van der Berg'],
	['Müller-Lüdenscheidt, Jürgen', 'Jürgen Müller-Lüdenscheidt'],
	['الخطيب, سلمى', 'سلمى الخطيب'],
])('%j is the name %j', (name, turned) => {
	expect(turnName(name)).toBe(turned)
})

it.each([
	'Lena Brook',
	'Lena Brook, MD',
	'Martin King, Jr.',
	'Brook, Ltd',
	'Brook & Sons, Inc.',
	'Lena Brook, Harbour Practice',
	'Ada, L',
	'Brook, Lena, Berlin',
	'Brook,',
	', Lena',
	'7, Lena',
	'',
	`${'a'.repeat(50_000)},${'b'.repeat(50_000)}`,
])('%j stays as it is', (name) => {
	expect(turnName(name)).toBe(name)
})
