import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A proxy in front of a server, which may fall silent: connections stand, and nothing comes through any more. */
export interface SilentProxy {
  /** The server's address, through the proxy. */
  url: string;
  /** Stops forwarding, also on later connections. */
  silence(): void;
  /** Forwards on new connections; silent ones stay silent. */
  forward(): void;
  close(): Promise<void>;
}

/** Opens a proxy in front of the server that an address names. */
export async function openSilentProxy(url: string, port = 0): Promise<SilentProxy> {
  const { hostname, port: serverPort } = new URL(url);
  const pairs = new Set<{ ends: Socket[]; silent: boolean }>();
  let silent = false;
  const proxy = createServer((client) => {
    const pair = { ends: [client, connect(Number(serverPort), hostname)], silent };
    pairs.add(pair);
    for (const [index, end] of pair.ends.entries()) {
      const other = pair.ends[1 - index]!;
      end.on('data', (data) => pair.silent || other.write(data));
      end.on('error', () => undefined);
      end.on('close', () => {
        pairs.delete(pair);
        if (!pair.silent) other.destroy();
      });
    }
  });
  proxy.listen(port, '127.0.0.1');
  await once(proxy, 'listening');
  const through = new URL(url);
  through.port = String((proxy.address() as AddressInfo).port);
  return {
    url: through.href,
    silence() {
      silent = true;
      for (const pair of pairs) pair.silent = true;
    },
    forward() {
      silent = false;
    },
    async close() {
      for (const { ends } of pairs) for (const end of ends) end.destroy();
      proxy.close();
      await once(proxy, 'close');
    },
  };
}
