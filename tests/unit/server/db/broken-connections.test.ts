import { sql } from 'kysely';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { openDatabase, type Database } from '../../../../src/server/db/connect.ts';
import { databaseAt, openServerDatabase } from '../../../support/databases.ts';

const server = inject('postgres');
