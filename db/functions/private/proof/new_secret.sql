-- 32 random bytes for the salts of one entry.
create or replace function private.new_secret() returns bytea language sql volatile parallel safe as $$
	select uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())
$$;
