import { Agent, request, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { once } from 'node:events';

/** What visitors found wrong, and how many requests they sent. */
export interface Visited {
  asked: number;
  faults: string[];
}

/**
 * Visitors who ask for these addresses without a pause, over connections that stay open.
 * @param isRight whether an answer's body is what it should be
 * @returns a function that ends their visit
 */
export function visit(
  url: string,
  addresses: string[],
  isRight: (body: string, address: string) => boolean = () => true,
): () => Promise<Visited> {
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  const visited: Visited = { asked: 0, faults: [] };
  let goesOn = true;
  const visitors = Array.from({ length: 4 }, async (_, first) => {
    for (let index = first; goesOn; index++) {
      const address = addresses[index % addresses.length]!;
      const wrong = await read(url, address, agent, isRight);
      visited.asked++;
      if (wrong) visited.faults.push(`${address} ${wrong}`);
    }
  });
  return async () => {
    goesOn = false;
    await Promise.all(visitors);
    agent.destroy();
    return visited;
  };
}

/** @returns what is wrong with the answer */
async function read(
  url: string,
  address: string,
  agent: Agent,
  isRight: (body: string, address: string) => boolean,
): Promise<string | undefined> {
  try {
    const call = request(url + address, { agent });
    call.end();
    const [answer] = (await once(call, 'response')) as [IncomingMessage];
    const body = await buffer(answer);
    if (answer.statusCode !== 200) return `answered ${answer.statusCode}`;
    return isRight(body.toString(), address) ? undefined : 'answered something else';
  } catch (error) {
    return `failed: ${String(error)}`;
  }
}
