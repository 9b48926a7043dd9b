/** Every key of the inbox, as its help lists them. `…` stands for the keys between its neighbours. */
export const shortcutGroups: { name: string; keys: { does: string; keys: string[] }[] }[] = [
	{
		name: 'Move',
		keys: [
			{ does: 'Next, previous', keys: ['J', 'K'] },
			{ does: 'First, last of the whole list', keys: ['Home', 'End'] },
			{ does: 'Pending, Approved and the other views', keys: ['1', '…', '7'] },
			{ does: 'Filter', keys: ['Shift', 'F'] },
			{ does: 'Order', keys: ['O'] },
			{ does: 'Save this view', keys: ['V'] },
			{ does: 'Search in this view', keys: ['/'] },
			{ does: 'Search everything, run a command', keys: ['Ctrl', 'K'] },
			{ does: 'This list of keys', keys: ['?'] },
		],
	},
	{
		name: 'Decide',
		keys: [
			{ does: 'Approve', keys: ['A'] },
			{ does: 'Reject', keys: ['R'] },
			{ does: 'Archive', keys: ['E'] },
			{ does: 'Back to pending', keys: ['B'] },
			{ does: 'Undo', keys: ['Z'] },
		],
	},
	{
		name: 'Sort',
		keys: [
			{ does: 'Star', keys: ['S'] },
			{ does: 'Tag', keys: ['T'] },
			{ does: 'Select', keys: ['X'] },
			{ does: 'Select a range', keys: ['Shift', 'X'] },
			{ does: 'Select all that are loaded', keys: ['*'] },
			{ does: 'Clear the selection', keys: ['Esc'] },
			{ does: 'Assign to a member', keys: ['I'] },
		],
	},
	{
		name: 'Write',
		keys: [
			{ does: 'Add a note', keys: ['N'] },
			{ does: 'Answer in public', keys: ['W'] },
			{ does: 'Show only a part', keys: ['P'] },
			{ does: 'Share', keys: ['Y'] },
			{ does: 'More: copy, spam, delete', keys: ['.'] },
			{ does: 'Add a testimonial', keys: ['Shift', 'A'] },
		],
	},
	{
		name: 'Play',
		keys: [
			{ does: 'Play, pause', keys: ['Space'] },
			{ does: 'Back, on by 5 seconds', keys: ['←', '→'] },
			{ does: 'Slower, faster', keys: ['<', '>'] },
			{ does: 'Full screen', keys: ['F'] },
			{ does: 'Mute', keys: ['M'] },
			{ does: 'Captions', keys: ['C'] },
		],
	},
]
