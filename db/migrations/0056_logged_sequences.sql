-- A sequence of an unlogged table is unlogged too from PostgreSQL 15 on, and cannot be read on a promoted standby ("bad magic
-- number in sequence"): every write would fail. Logged, it costs one record in the write-ahead log for 32 numbers.
alter sequence realtime.changes_id_seq set logged;
alter sequence realtime.parcels_id_seq set logged;
