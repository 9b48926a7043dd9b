import { expect, it } from 'vitest'
import { parseAddressList } from './parse-address-list.ts'

it.each([
	['ada@skerry.example', [['', 'ada@skerry.example']]],
	[
		'ada@skerry.example, bo@x.example;cy@x.example',
		[
			['', 'ada@skerry.example'],
			['', 'bo@x.example'],
			['', 'cy@x.example'],
		],
	],
	['Ada Lovelace <ada@skerry.example>', [['Ada Lovelace', 'ada@skerry.example']]],
	[
		'"Lovelace, Ada" <ada@skerry.example>, bo@x.example',
		[
			['Lovelace, Ada', 'ada@skerry.example'],
			['', 'bo@x.example'],
		],
	],
	['Lovelace, Ada <ada@skerry.example>', [['Lovelace, Ada', 'ada@skerry.example']]],
	['Ada Lovelace ada@skerry.example', [['Ada Lovelace', 'ada@skerry.example']]],
	['Ada Lovelace, ada@skerry.example', [['Ada Lovelace', 'ada@skerry.example']]],
	[
		'a@x.example b@x.example',
		[
			['', 'a@x.example'],
			['', 'b@x.example'],
		],
	],
	['<mailto:ada@skerry.example>', [['', 'ada@skerry.example']]],
	['سلمى الخطيب <salma@alkhatib.example>', [['سلمى الخطيب', 'salma@alkhatib.example']]],
	[
		'ada@skerry.example, not an address',
		[
			['', 'ada@skerry.example'],
			['', 'not an address'],
		],
	],
	[
		'\r\n ada@skerry.example \r\n\r\nbo@x.example\n',
		[
			['', 'ada@skerry.example'],
			['', 'bo@x.example'],
		],
	],
	['', []],
])('%j is read as names and addresses', (text, expected) => {
	expect(parseAddressList(text)).toEqual(expected)
})
