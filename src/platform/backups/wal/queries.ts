/** Begins the names of the slots that keep the write-ahead log until it is in the target; the name of the stream follows. */
export const slotPrefix = 'plaudit_wal_'

/** @returns the slots of streams: `name`, `at` in bytes where each begins to keep, and whether it is `lost` */
export const findSlots = `
	select slot_name as name, (restart_lsn - '0/0'::pg_lsn)::text as at, coalesce(wal_status = 'lost', true) as lost
	from pg_replication_slots where slot_type = 'physical' and not temporary and starts_with(slot_name, '${slotPrefix}')`

export const createSlot = 'select pg_create_physical_replication_slot($1, true)'
export const dropSlot = 'select pg_drop_replication_slot($1)'
export const advanceSlot = `select pg_replication_slot_advance($1, '0/0'::pg_lsn + $2::numeric)`

/** @returns the end of what is on disk in bytes, the size of a segment, and the timeline in hexadecimal digits */
export const readPosition = `
	select (pg_current_wal_flush_lsn() - '0/0'::pg_lsn)::text as flushed, pg_size_bytes(current_setting('wal_segment_size'))::text as size,
		left(pg_walfile_name(pg_current_wal_lsn()), 8) as timeline`

/** Completes the current segment, so that it can be archived. */
export const switchSegment = 'select pg_switch_wal()'
