-- The state of a testimonial that counts distinguish, in one number (private.state_parts reads it). Its body is parsed when it is created: without
-- a search path of its own it becomes part of the statement that calls it.
create or replace function private.testimonial_state(
	status text, spam_state text, kind text, rating smallint, is_pinned boolean, is_withdrawn boolean, is_public boolean, is_sent boolean
) returns smallint
language sql immutable
return ((array_position(array['pending', 'approved', 'rejected', 'archived'], status) - 1)
	+ 4 * (array_position(array['clean', 'suspect', 'spam'], spam_state) - 1)
	+ 16 * (array_position(array['text', 'photo', 'video', 'audio'], kind) - 1)
	+ 64 * coalesce(rating, 0) + 512 * is_pinned::int + 1024 * is_withdrawn::int + 2048 * is_public::int + 4096 * is_sent::int)::smallint;
