const shared = globalThis as { realSetTimeout?: typeof setTimeout }

// Files share a process, and a timer that stays faked would hang a later file.
shared.realSetTimeout ??= setTimeout
if (setTimeout !== shared.realSetTimeout)
	throw new Error('a file that ran in this process before left setTimeout faked')
